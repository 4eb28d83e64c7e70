import { Button } from '@mantine/core'
import { api } from 'contract'
import { useData, usePreload } from '../../api/data.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded, Part } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Approval } from './Approval.tsx'
import { Example } from './Example.tsx'
import styles from './LeaveTypes.module.css'
import { RulesDialog } from './RulesDialog.tsx'
import { useSetUp } from './setUp.ts'
import { TypeDialog } from './TypeDialog.tsx'
import { TypeList } from './TypeList.tsx'

/** The types of leave, their rules, and who decides. */
export function LeaveTypes() {
  usePreload(api.leaveTypes.list, {})
  usePreload(api.leaveTypes.settings, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={5} height={64} />} failed="The types of leave could not be loaded.">
      <Shown />
    </Loaded>
  )
}

type Dialog = { kind: 'add' } | { kind: 'edit' | 'rules'; id: number }

function Shown() {
  const types = useData(api.leaveTypes.list, {})
  const { dialog, open, close } = useDialog<Dialog>()
  // The latest state: somebody else may change it meanwhile.
  const chosen = dialog && 'id' in dialog ? types.find(({ id }) => id === dialog.id) : undefined
  return (
    <div className={styles.page}>
      {types.length === 0 ? (
        <NoTypes add={() => open({ kind: 'add' })} />
      ) : (
        <>
          <section id="leave-types" tabIndex={-1} aria-label="Types of leave" className={styles.types}>
            <Button className={styles.add} onClick={() => open({ kind: 'add' })}>
              + Add Type
            </Button>
            <TypeList
              types={types}
              edit={({ id }) => open({ kind: 'edit', id })}
              editRules={({ id }) => open({ kind: 'rules', id })}
            />
          </section>
          <div className={styles.cards}>
            <Part failed="It could not be loaded who decides.">
              <Approval />
            </Part>
            <Example types={types} />
          </div>
        </>
      )}
      {dialog?.kind === 'add' && <TypeDialog types={types} close={close} />}
      {dialog?.kind === 'edit' && chosen && <TypeDialog types={types} type={chosen} close={close} />}
      {dialog?.kind === 'rules' && chosen && <RulesDialog type={chosen} close={close} />}
    </div>
  )
}

/** The types that `setUp` adds. */
const beginning = ['Holiday', 'Sickness', 'Parental leave', 'Unpaid leave']

function NoTypes({ add }: { add: () => void }) {
  const { setUp, isPending } = useSetUp()
  return (
    <div className="card">
      <Empty
        action={
          <>
            <Button loading={isPending} onClick={() => void setUp()}>
              Set up leave
            </Button>
            <Button variant="subtle" onClick={add}>
              Add a type by hand
            </Button>
          </>
        }
      >
        There are no types of leave yet, so nobody can ask for any. This adds {beginning.slice(0, -1).join(', ')} and{' '}
        {beginning.at(-1)}, with rules that you can change.
      </Empty>
    </div>
  )
}
