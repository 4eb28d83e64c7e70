import { Picture } from './Picture.tsx'
import { Trial } from './Trial.tsx'

export const Hero = () => (
  <section className="hero">
    <div className="inner">
      <h1>Your people, projects and tasks in one calm place</h1>
      <p className="lead">
        Atrium gives your organisation a workspace of its own. Plan projects, hand out the work on a board, see at once what the
        others change, and talk about it in the project’s own chat.
      </p>
      <Trial />
      <Picture
        name="board"
        alt="The board of a project: one column for each developer, with their subtasks, due dates and planned hours."
        isFirst
      />
    </div>
  </section>
)
