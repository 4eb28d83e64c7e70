import { ActionIcon, Group, Title } from '@mantine/core'
import { IconArrowsMaximize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import styles from './section.module.css'

type Props = {
  id: string
  title: string
  /** In the short form: the address of the page on which the list stands alone, under the same title. */
  page?: string | undefined
  children: ReactNode
}

/** A list with its heading. On a page of its own the page's title is the heading. */
export function Section({ id, title, page, children }: Props) {
  const { search } = useLocation()
  if (page === undefined)
    return (
      <section id={id} tabIndex={-1} className={styles.section} aria-label={title}>
        {children}
      </section>
    )
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Group className={styles.heading} gap="2xs" wrap="nowrap">
        <Title order={2} id={id} tabIndex={-1}>
          {title}
        </Title>
        {/* The list keeps its search, filters, order and page. */}
        <ActionIcon
          component={Link}
          to={{ pathname: page, search }}
          variant="subtle"
          color="gray"
          c="dimmed"
          size={28}
          aria-label="Open in full"
          title="Open in full"
          aria-describedby={id}
        >
          <IconArrowsMaximize size={15} aria-hidden />
        </ActionIcon>
      </Group>
      {children}
    </section>
  )
}
