import { Anchor, Title } from '@mantine/core'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { percentDone } from '../../projects/health.ts'
import { ProjectState } from '../../projects/ProjectState.tsx'
import styles from './Aside.module.css'
import { type MyProject, subtasksOf } from './work.ts'

/** The developer's active projects, how they stand, and how much of their own part is done. */
export function MyProjects({ projects }: { projects: readonly MyProject[] }) {
  const health = new Map(useData(api.health.projects, {}).map((each) => [each.project, each]))
  const active = projects.filter(({ is_active }) => is_active)
  if (active.length === 0) return null
  return (
    <section aria-labelledby="active-projects">
      <Title order={2} id="active-projects" fz="var(--text-large)" mb="2xs">
        Active Projects
      </Title>
      <ul className={styles.rows}>
        {active.map((project) => {
          const own = subtasksOf([project])
          const state = health.get(project.id)
          return (
            <li key={project.id} className={styles.project}>
              <Title order={3} className={styles.name}>
                <Anchor component={Link} to={`/developer/projects/${project.id}`} inherit c="inherit">
                  {project.name}
                </Anchor>
              </Title>
              <span className="fine tabular">
                {own.length === 0
                  ? 'Nothing in this project is assigned to you.'
                  : `${own.filter(({ status }) => status === 'done').length} of ${own.length} done`}
                {state && ` · ${percentDone(state)}% of all tasks`}
              </span>
              {state && state.state !== 'on_track' && <ProjectState state={state.state} reason={state.reason} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
