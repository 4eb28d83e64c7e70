import { Button, Menu, Tooltip } from '@mantine/core'
import { IconBookmark, IconCheck, IconUsers } from '@tabler/icons-react'
import type { Project } from 'contract'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import menuStyles from '../parts/LabelsField.module.css'
import styles from './FilterBar.module.css'
import { queryOf, useSavedViews } from './savedViews.ts'

const SavedViewDialog = lazy(() => import('./SavedViewDialog.tsx').then(({ SavedViewDialog }) => ({ default: SavedViewDialog })))

/** The project's saved views: opens one, or saves what is shown now. */
export function SavedViews({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [params] = useSearchParams()
  const query = queryOf(params)
  const { views, isLoaded, isError } = useSavedViews(project.id, wasOpened)
  const { dialog, open, close } = useDialog<'save' | 'manage'>()
  const current = views.find((view) => view.query === query)
  const change = (isWanted: boolean) => {
    setOpen(isWanted)
    if (isWanted) setOpened(true)
  }
  return (
    <>
      <Menu opened={isOpen} onChange={change} position="bottom-start" width={240} withinPortal>
        <Menu.Target>
          <Button
            className={styles.views}
            variant="default"
            size="xs"
            radius="xl"
            leftSection={<IconBookmark size={14} aria-hidden />}
          >
            {current?.name ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={menuStyles.menu}>
          {isError && <Menu.Label>The saved views could not be loaded.</Menu.Label>}
          {isLoaded && views.length === 0 && <Menu.Label>Save filters that you use often under a name.</Menu.Label>}
          {views.map((view) => (
            <ViewItem key={view.id} view={view} isCurrent={view === current} />
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => open('save')}>Save this view…</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => open('manage')}>Manage views…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog && <SavedViewDialog kind={dialog} project={project} views={views} query={query} close={close} />}
      </Suspense>
    </>
  )
}

type ItemProps = { view: ReturnType<typeof useSavedViews>['views'][number]; isCurrent: boolean }

function ViewItem({ view: { name, query, is_shared }, isCurrent }: ItemProps) {
  const [, setParams] = useSearchParams()
  return (
    <Menu.Item
      leftSection={isCurrent ? <IconCheck size={16} aria-label="now" /> : <span className={styles.noMark} />}
      rightSection={
        is_shared && (
          <Tooltip label="Shared with the project">
            <IconUsers size={14} aria-label="shared" />
          </Tooltip>
        )
      }
      onClick={() => setParams(new URLSearchParams(query), { preventScrollReset: true })}
    >
      {name}
    </Menu.Item>
  )
}
