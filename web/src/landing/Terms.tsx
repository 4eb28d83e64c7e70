import { Article, SupportLink } from './Article.tsx'

export const Terms = () => (
  <Article
    title="Terms of service"
    lead="The agreement between the operator of __HOSTNAME__ and each organisation that uses Atrium. By creating a workspace you accept it for your organisation."
    changed="21 November 2026"
  >
    <h2>The service</h2>
    <p>
      Atrium is a workspace on the web for people, projects, tasks and chat. Each organisation has its own, at its own address. We
      improve it all the time; where we take something away that you rely on, we say so a reasonable time before. What our roadmap
      announces is a plan and no promise.
    </p>

    <h2>Accounts</h2>
    <p>
      Whoever signs an organisation up is its first administrator and must be entitled to act for it. Administrators decide who
      gets in and with which role. Keep passwords to yourselves, and tell us without delay if an account is misused.
    </p>

    <h2>Trial and payment</h2>
    <ul>
      <li>
        The trial is free for 30 days, with everything included. No credit card is required, and it never turns into a payment by
        itself.
      </li>
      <li>After that a workspace is paid for in advance, for the time and at the price shown before you pay.</li>
      <li>When the trial or the paid time is over, the workspace is closed until it is paid for. Its data is kept meanwhile.</li>
      <li>Payments are handled by Stripe. What has been paid is refunded where the law requires it.</li>
    </ul>

    <h2>Your content</h2>
    <p>
      What you write belongs to you. We use it only to run the service for you, as <a href="/privacy">Privacy</a> describes. You
      are responsible for having the right to put it there.
    </p>

    <h2>What is not allowed</h2>
    <ul>
      <li>Breaking the law or the rights of others by means of the service.</li>
      <li>Trying to get at other organisations’ data, or to disturb or overload the service.</li>
      <li>Passing harmful software or unsolicited mail through it.</li>
    </ul>
    <p>
      We may block a workspace from which this happens. We give the administrator the reason, beforehand where that is possible,
      and lift the block when the reason is gone. Its data is kept meanwhile.
    </p>

    <h2>Availability and liability</h2>
    <p>
      We aim to be available 99.9% of the time, and announce longer maintenance. We are liable without limit for intent and gross
      negligence and wherever the law does not allow limiting it, and otherwise for damage that could be foreseen, up to what the
      organisation paid in the twelve months before.
    </p>

    <h2>Ending</h2>
    <p>
      You may stop at any time; there is no notice period, as nothing renews by itself. Write to <SupportLink /> to have the
      workspace deleted. We may end the agreement with three months’ notice, or at once if these terms are broken gravely.
    </p>

    <h2>Changes, and the rest</h2>
    <p>
      We announce changes of these terms to administrators at least 30 days before; who does not agree may leave before they
      apply. The law of the operator’s country applies. Should a part of these terms be void, the others stay in force.
    </p>
  </Article>
)
