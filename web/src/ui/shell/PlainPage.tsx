import { Anchor, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Logo } from './Logo.tsx'
import styles from './PlainPage.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'

type Props = {
  title: string
  subtitle?: ReactNode
  /** A link at the top. */
  back?: { label: string; href: string }
  /** Shown under the content. */
  footer?: ReactNode
  /** Pixels. */
  width?: number
  children?: ReactNode
}

/** A page without a sidebar: one centred column. */
export function PlainPage({ title, subtitle, back, footer, width = 400, children }: Props) {
  useTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo />
        <span className={styles.end}>
          {back && (
            <Anchor href={back.href} size="sm" c="dimmed">
              <IconArrowLeft size={16} aria-hidden className={styles.arrow} /> {back.label}
            </Anchor>
          )}
          <ThemeSwitch />
        </span>
      </header>
      <main className={styles.main} style={{ maxWidth: width }}>
        <Title order={1} fz={24}>
          {title}
        </Title>
        {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </main>
    </div>
  )
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
}
