import { CloseButton, Group, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFirstSteps } from '../session/firstSteps.ts'
import styles from './Steps.module.css'

export type Step = {
  title: string
  isDone: boolean
  /** Its purpose, shown while it is the next one. */
  text: string
  /** The button that takes it, in the given style; nothing once it is of no use. */
  action: (style: StepStyle) => ReactNode
}
type StepStyle = { size: 'xs'; variant: 'filled' | 'default' }

/** The first steps of a role, until the person hides them. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const { isHidden, hide } = useFirstSteps()
  if (isHidden) return null
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="first-steps">
          First steps
        </Title>
        <CloseButton aria-label="Hide the first steps" title="Hide the first steps" onClick={hide} />
      </Group>
      <ol className="card">
        {steps.map(({ title, isDone, text, action }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} data-is-done={isDone} aria-hidden>
              {isDone ? <IconCheck size={14} stroke={2.5} /> : index + 1}
            </span>
            <div>
              <Title order={3} fz="md" lh="xl">
                {title}
                {isDone && (
                  <Text inherit span fw="var(--weight-regular)" c="dimmed">
                    {' '}
                    · done
                  </Text>
                )}
              </Title>
              {index === next && <p className="dimmed">{text}</p>}
            </div>
            {action({ size: 'xs', variant: index === next ? 'filled' : 'default' })}
          </li>
        ))}
      </ol>
    </section>
  )
}
