import { Anchor, Box, Group, Title } from '@mantine/core'
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
    <>
      <Group component="header" justify="space-between" wrap="nowrap" className={styles.top}>
        <Logo />
        <Group gap="sm" wrap="nowrap">
          {back && (
            <Anchor href={back.href} size="sm" c="dimmed">
              <IconArrowLeft size={16} aria-hidden className={styles.arrow} /> {back.label}
            </Anchor>
          )}
          <ThemeSwitch />
        </Group>
      </Group>
      <Box component="main" className={styles.main} maw={width}>
        <Title order={1} fz="var(--text-figure)">
          {title}
        </Title>
        {subtitle && (
          <Box mt="2xs" c="dimmed">
            {subtitle}
          </Box>
        )}
        <Box mt="lg">{children}</Box>
        {footer && <div className={styles.footer}>{footer}</div>}
      </Box>
    </>
  )
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
}
