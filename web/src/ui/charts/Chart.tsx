import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import looks from './Chart.module.css'

/** Pictures that move on their own are hard to read. */
export const still = { isAnimationActive: false }
/** The pictures take no focus: keyboards have the tables. */
export const unfocused = { accessibilityLayer: false }

type ChartProps = {
  id: string
  title: string
  about: string
  heads: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  children: ReactNode
}

/** A chart in a card, and the same figures as a table. */
export const Chart = ({ id, title, about, heads, rows, children }: ChartProps) => (
  <section className={looks.chart} aria-labelledby={id}>
    <Title order={3} id={id} fz="var(--text-large)">
      {title}
    </Title>
    <p className="fine">{about}</p>
    {/* The table says the same. */}
    <div className={looks.picture} aria-hidden>
      {children}
    </div>
    <details className={looks.figures}>
      <summary>Figures</summary>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <td key={i} className="tabular">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  </section>
)
