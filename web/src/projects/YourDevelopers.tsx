import { Progress, VisuallyHidden } from '@mantine/core'
import { api, type MyDeveloper, type PersonLoad } from 'contract'
import { useKnownData } from '../api/known.ts'
import { inLine } from '../ui/text/inLine.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './Attention.module.css'
import { People } from './People.tsx'

/** The developers assigned to the manager, whether in a project or not, and their estimated hours of this week. */
export function YourDevelopers({ developers }: { developers: readonly MyDeveloper[] }) {
  const { load = [] } = useKnownData(api.health.attention, {}) ?? {}
  const loadOf = new Map(load.map((each) => [each.person.id, each]))
  return (
    <div className={styles.panel}>
      <People
        name="developers"
        label="Your Developers"
        atFirst={6}
        isCompact
        rows={developers.map(({ id, full_name, email, job_title, assigned_subtasks_count: count, is_active }) => ({
          key: id,
          person: { id, full_name, about: inLine([job_title, email]) },
          end: (
            <span className={styles.load}>
              <span className="fine tabular truncate">
                {count === 1 ? '1 open subtask' : `${count} open subtasks`}
                {!is_active && ' · Inactive'}
              </span>
              <Overdue count={loadOf.get(id)?.overdue ?? 0} />
              <Hours load={loadOf.get(id)} />
            </span>
          ),
        }))}
      />
    </div>
  )
}

const Overdue = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={marks.mark} data-tone="red">
      {count} overdue
    </span>
  )

/** The hours of work that is due in this week, against the person's working time. Without any of that there is no bar. */
function Hours({ load }: { load: PersonLoad | undefined }) {
  if (!load) return null
  const { hours_this_week: hours, capacity } = load
  const share = capacity > 0 ? (hours / capacity) * 100 : hours > 0 ? 101 : 0
  const color = share > 100 ? 'red' : share > 80 ? 'yellow' : 'teal'
  const words = `${hours} h of work this week, ${capacity} h of working time`
  return (
    <span className={styles.hours} title={words}>
      <span className="fine tabular" data-is-over={share > 100 || undefined} aria-hidden>
        {capacity > 0 ? `${hours} of ${capacity} h` : hours > 0 ? `${hours} h, not working` : 'Not working'}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
      {capacity > 0 && <Progress value={Math.min(100, share)} color={color} size="sm" w={72} aria-hidden />}
    </span>
  )
}
