import { Picture, type PictureName } from './Picture.tsx'

const views: { picture: PictureName; who: string; title: string; text: string; alt: string }[] = [
  {
    picture: 'project',
    who: 'Project managers',
    title: 'A project on one page',
    text: 'Dates, team and every task with its subtasks: who has it, how urgent it is, when it is due. Change any of it in place, and turn the list into the board when you plan.',
    alt: 'The page of a project: its dates and team, and its tasks with their subtasks.',
  },
  {
    picture: 'people',
    who: 'Administrators',
    title: 'Everybody who works here',
    text: 'Invite people by e-mail and give each a role. Developers belong to a manager, and when somebody leaves, their access ends at once while their work stays.',
    alt: 'The list of employees with their roles, and the projects of the organisation.',
  },
  {
    picture: 'day',
    who: 'Developers',
    title: 'The day, already sorted',
    text: 'What is overdue, what is due today, this week and later, across all projects, before the first click. Change a status and get on with it.',
    alt: 'The start page of a developer: subtasks overdue, due today, this week and later.',
  },
]

export const Views = () => (
  <section className="views" id="product" aria-labelledby="product-title">
    <div className="inner">
      <h2 id="product-title">Everybody sees what is theirs to do</h2>
      <p className="lead">One workspace, and for each role the page that it works on.</p>
      {views.map(({ picture, who, title, text, alt }) => (
        <article key={picture} className="view">
          <div>
            <p className="who">{who}</p>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
          <Picture name={picture} alt={alt} />
        </article>
      ))}
    </div>
  </section>
)
