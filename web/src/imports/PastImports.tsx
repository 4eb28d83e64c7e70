import { Button, Skeleton, Text } from '@mantine/core'
import { api, type Result, type TaskImport } from 'contract'
import { call } from '../api/call.ts'
import { useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { offerUndo } from '../ui/feedback/undo.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './Imports.module.css'
import { Part } from './Mapping.tsx'
import { useImportChanges } from './useImport.ts'
import { countsIn, nameOfFormat } from './words.ts'

/** The past imports into this project, each with an undo. */
export const PastImports = ({ project_id }: { project_id: string }) => (
  <Loaded skeleton={<Skeleton height={80} radius="md" animate={false} />} failed="The imports could not be loaded.">
    <List project_id={project_id} />
  </Loaded>
)

function List({ project_id }: { project_id: string }) {
  const { results } = useData(api.imports.list, { params: { project_id }, query: {} })
  if (results.length === 0) return null
  return (
    <Part title="Imported so far">
      <ul className={styles.rows}>
        {results.map((each) => (
          <Row key={each.id} made={each} />
        ))}
      </ul>
    </Part>
  )
}

function Row({ made }: { made: TaskImport }) {
  const { id, format, file_name, author, created_at, undone_at } = made
  const undo = useUndo()
  const name = file_name || nameOfFormat(format)
  return (
    <li className={styles.past}>
      <div className={styles.named}>
        <span className={styles.name}>{name}</span>
        <span className="fine">
          {countsIn(made)} · {author.full_name} · <RelativeTime at={created_at} />
        </span>
      </div>
      {undone_at ? (
        <span className="fine">
          Undone <RelativeTime at={undone_at} />
        </span>
      ) : (
        <Button variant="default" size="xs" aria-label={`Undo the import of ${name}`} onClick={() => void undo(id)}>
          Undo
        </Button>
      )}
    </li>
  )
}

/** Undoes an import after a question that says what else would go. */
function useUndo() {
  const { undo, restore } = useImportChanges()
  return async (id: number) => {
    try {
      const changes = await call(api.imports.changes, { params: { import_id: String(id) } })
      const title = 'Undo this import?'
      if (!(await confirm({ title, message: <Warning changes={changes} />, isDangerous: true }))) return
      await undo(id)
      offerUndo({
        message: 'Import undone.',
        undo: () => restore(id),
        undone: 'Import restored.',
        failed: 'Failed to restore the import.',
      })
    } catch (error) {
      toast.error(messageOf(error, 'Failed to undo the import.'))
    }
  }
}

const mostNamed = 5

function Warning({ changes: { changed, changed_count, deleted_count } }: { changes: Result<typeof api.imports.changes> }) {
  return (
    <div className={styles.warning}>
      <Text size="sm">Everything that it created is deleted, with what was added to its tasks since.</Text>
      {changed_count > 0 && (
        <>
          <Text size="sm" fw="var(--weight-medium)">
            {changed_count === 1 ? '1 task has changed since:' : `${changed_count} tasks have changed since:`}
          </Text>
          <ul>
            {changed.slice(0, mostNamed).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {changed_count > mostNamed && <li>and {changed_count - mostNamed} more</li>}
          </ul>
        </>
      )}
      {deleted_count > 0 && (
        <Text size="sm">
          {deleted_count === 1 ? '1 row has been deleted already.' : `${deleted_count} rows have been deleted already.`}
        </Text>
      )}
    </div>
  )
}
