const questions = [
  {
    question: 'Do I need a credit card for the trial?',
    answer: 'No. You get 30 days with everything in them, and we ask for a card only when you decide to stay.',
  },
  {
    question: 'What happens when the trial ends?',
    answer:
      'The workspace pauses until its administrator pays. Nothing is deleted: people, projects and tasks are there again, as you left them, the moment the payment arrives.',
  },
  {
    question: 'How do my colleagues get in?',
    answer:
      'An administrator adds them, and each gets a mail with a link to choose a password. Everybody signs in at the address of your workspace.',
  },
  {
    question: 'Who can see our data?',
    answer:
      'The people of your workspace, each as far as their role reaches, and nobody from another one. The database itself keeps organisations apart, not only the pages in front of it.',
  },
  {
    question: 'Do we have to install anything?',
    answer: 'No. Atrium runs in the browser, on a computer as on a phone.',
  },
]

export const Questions = () => (
  <section className="questions" id="questions" aria-labelledby="questions-title">
    <div className="inner">
      <h2 id="questions-title">Questions</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <p className="note">
          Something else? <a href="/support">Ask us</a>.
        </p>
      </div>
    </div>
  </section>
)
