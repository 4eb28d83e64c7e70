import { ActionIcon, Group, Title } from '@mantine/core'
import { IconArrowsMaximize } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
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
  const navigate = useNavigate()
  if (page === undefined)
    return (
      <section id={id} tabIndex={-1} className={styles.section} aria-label={title}>
        {children}
      </section>
    )
  // The page's address is ahead of what is rendered for a moment after a choice.
  const followLatest = (event: MouseEvent) => {
    if (window.location.search === search || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ pathname: page, search: window.location.search })
  }
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
          onClick={followLatest}
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
