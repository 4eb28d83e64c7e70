import { Article, SupportLink } from './Article.tsx'

export const Privacy = () => (
  <Article
    title="Privacy"
    lead="What we store about you, why, for how long, and who can see it. We show no advertising, follow nobody around the web and sell nothing."
    changed="27 November 2026"
  >
    <h2>Who is responsible</h2>
    <p>
      Each workspace belongs to an organisation. It decides who works there and what is written there, and it is responsible for
      that data; we keep and process it on the organisation’s behalf. For sign-up, payment and the running of the service we are
      responsible ourselves: the operator of __HOSTNAME__, at <SupportLink />.
    </p>

    <h2>What we store</h2>
    <ul>
      <li>
        <strong>Your account:</strong> name, e-mail address, role, job title and department, and who your project manager is. Your
        password is kept only as a hash, from which it cannot be read.
      </li>
      <li>
        <strong>Your work:</strong> projects, tasks, subtasks, comments, files, chat messages and notifications, and the history
        of who was assigned to whom.
      </li>
      <li>
        <strong>Your employment:</strong> first and last day, working times, leave and its balances, and what HR or you enter
        about you: birthday, address, emergency contact and documents.
      </li>
      <li>
        <strong>Applications:</strong> what you send with the form of a job opening, and what those who decide about it note.
      </li>
      <li>
        <strong>Payments:</strong> date, amount, currency, state and a reference. Card numbers go to the payment provider, Stripe,
        and never reach us.
      </li>
      <li>
        <strong>Security:</strong> when you logged in and until when the session lasts; for a short time, counts of failed
        attempts with the internet address that they came from.
      </li>
      <li>
        <strong>Operation:</strong> technical logs of which kind of page was asked for, when, and how long the answer took. They
        hold no content.
      </li>
    </ul>

    <h2>Cookies</h2>
    <p>
      Only what the service cannot do without: two cookies that keep you logged in for up to seven days, one that remembers for a
      year that you have logged in from this browser before, so that a stranger’s failed attempts cannot lock you out, and during
      sign-up one that remembers for half an hour that your address is confirmed. Your choice of a light or dark appearance and
      what you have begun to write stay in your browser, the latter until you log out. There are no cookies of others, and no
      measuring of visitors.
    </p>

    <h2>Who can see it</h2>
    <p>
      People of your workspace, each as far as their role reaches; what is said in a chat, those who are in it. That you are here
      shows to colleagues while a page of yours is open, and is stored nowhere. Private data, documents and the reasons of leave
      show to HR and you alone; applications to HR and to those who lead an interview. Nobody from another workspace. The operator
      sees the list of workspaces with their state, their number of people and their payments, and may look at a workspace’s data
      only where that is needed to keep the service running, to help you at your request, or because the law demands it. Mails are
      sent through a mail server on our behalf.
    </p>

    <h2>How long</h2>
    <p>
      As long as the workspace exists. When an administrator deletes a person, that person’s access ends at once; comments and
      messages stay under their name, as others’ work depends on them. The bytes of a deleted file are erased within three days,
      and leave the backups as those are replaced. The data of rejected applicants is removed after the time that the form named.
      When the trial or the paid time ends, nothing is deleted: the workspace is closed until it is paid for or its organisation
      asks us to delete it.
    </p>

    <h2>Your rights</h2>
    <p>
      You may ask what is stored about you, and have it corrected or deleted. Ask the administrator of your workspace first, who
      can do most of it at once; otherwise write to <SupportLink />. You may also complain to the data protection authority where
      you live.
    </p>

    <h2>Changes</h2>
    <p>
      When this page changes, its date does. We tell the administrators of all workspaces about changes that matter, beforehand.
    </p>
  </Article>
)
