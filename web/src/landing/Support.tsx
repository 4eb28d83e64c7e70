import { Article, SupportLink, supportAddress } from './Article.tsx'

export const Support = () => (
  <Article title="Support" lead="Most of what keeps people out of their workspace is solved in a minute. If not, write to us.">
    <p>
      <a className="button" href={`mailto:${supportAddress}`}>
        Write to {supportAddress}
      </a>
    </p>
    <p>
      Tell us the address of your workspace, what you wanted to do, what you saw instead, and roughly when. Never send a password
      or a code; we do not need them.
    </p>

    <h2>I cannot log in</h2>
    <ul>
      <li>
        Every workspace has its own address, such as <em>your-team</em>.__HOSTNAME__. It is in your invitation, and the main
        domain’s <a href="/login">log-in page</a> takes you there, too.
      </li>
      <li>“Forgot password?” on the log-in page sends you a link to choose a new one.</li>
      <li>After ten wrong passwords we take no more for up to 15 minutes. Wait, and try again.</li>
    </ul>

    <h2>No mail has come</h2>
    <p>
      Look in the spam folder, and check the spelling of the address. A code is valid for ten minutes, a link to set a password
      for 72 hours and once. An expired invitation can be sent again by the administrator of your workspace, in the list of
      employees.
    </p>

    <h2>My workspace is blocked</h2>
    <p>
      “This workspace has been blocked. Please contact support.” means that we have blocked it, because of a complaint, an unclear
      payment or to protect it. Nothing has been deleted. The administrator of the workspace should write to <SupportLink /> from
      the address that they log in with; we say what the reason is and what lifts the block.
    </p>

    <h2>The trial has ended, or a payment is overdue</h2>
    <ul>
      <li>
        Only the tenant admin can pay: after log-in the page with the pay button opens by itself. Everybody else sees whom to ask.
      </li>
      <li>The workspace opens for everybody within moments after the payment. All data is kept until then.</li>
      <li>
        Paid, and still closed? Wait five minutes, then write to <SupportLink /> with the date and the amount. Do not pay a second
        time.
      </li>
    </ul>

    <h2>I have found a security problem</h2>
    <p>
      Write to <SupportLink /> with the word “security” in the subject, and give us a fair time to mend it before you publish it.
    </p>
  </Article>
)
