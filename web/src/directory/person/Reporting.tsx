import { Title } from '@mantine/core'
import type { PersonRecord } from 'contract'
import { useMemo } from 'react'
import { Count } from '../../ui/text/Count.tsx'
import { PersonName } from '../PersonName.tsx'
import { byName, usePeople } from '../read.ts'
import styles from './Person.module.css'
import { PersonSection } from './PersonSection.tsx'

/** The manager and the direct reports of a person. */
export function Reporting({ record: { person, manager } }: { record: PersonRecord }) {
  const people = usePeople()
  const reports = useMemo(() => people.filter(({ reports_to }) => reports_to === person.id).sort(byName), [people, person.id])
  const above = manager && (people.find(({ id }) => id === manager.id) ?? { ...manager, job_title: '' })
  return (
    <PersonSection id="reports-to" title="Reports to">
      {above ? <PersonName person={above} /> : <span className="dimmed">Nobody</span>}
      {reports.length > 0 && (
        <section aria-labelledby="direct-reports" className={styles.reports}>
          <Title order={2} id="direct-reports" fz="var(--text-title)" mb="xs">
            Direct reports <Count>{reports.length}</Count>
          </Title>
          <ul className={styles.people}>
            {reports.map((report) => (
              <li key={report.id}>
                <PersonName person={report} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </PersonSection>
  )
}
