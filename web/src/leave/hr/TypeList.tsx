import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import type { LeaveType } from 'contract'
import { useToday } from '../../session/today.ts'
import { RowButton } from '../../ui/list/RowButton.tsx'
import marks from '../../ui/theme/badges.module.css'
import { TypeMark } from '../TypeMark.tsx'
import { useArchive } from './changes.ts'
import styles from './LeaveTypes.module.css'
import { laterRules, typeInWords } from './policyWords.ts'

type Actions = { edit: (type: LeaveType) => void; editRules: (type: LeaveType) => void }
type Props = Actions & { types: readonly LeaveType[] }

/** The types with their rules of this year, archived ones last. */
export function TypeList({ types, ...actions }: Props) {
  return (
    <ul className="card" aria-label="Types of leave">
      {types.map((type) => (
        <Row key={type.id} type={type} {...actions} />
      ))}
    </ul>
  )
}

function Row({ type, edit, editRules }: Actions & { type: LeaveType }) {
  const year = Number(useToday().slice(0, 4))
  const { archive, restore } = useArchive()
  const { name, is_archived } = type
  return (
    <li className={styles.type} data-is-archived={is_archived || undefined}>
      <div className={styles.about}>
        <div className={styles.name}>
          <TypeMark type={type} />
          {is_archived && (
            <span className={marks.mark} data-tone="plain">
              Archived
            </span>
          )}
        </div>
        <div className="fine">{typeInWords(type, year)}</div>
        {laterRules(type, year).map((rules) => (
          <div key={rules} className="fine">
            {rules}
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        {is_archived ? (
          <RowButton icon={IconArchiveOff} title="Restore" of={name} onClick={() => void restore(type)} />
        ) : (
          <>
            <Button variant="default" size="xs" aria-label={`Rules of ${name}`} onClick={() => editRules(type)}>
              Rules
            </Button>
            <RowButton icon={IconPencil} title="Edit" of={name} onClick={() => edit(type)} />
            <RowButton icon={IconArchive} title="Archive" of={name} onClick={() => void archive(type)} />
          </>
        )}
      </div>
    </li>
  )
}
