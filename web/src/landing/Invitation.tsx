import { Trial } from './Trial.tsx'

export const Invitation = () => (
  <section className="invitation" aria-labelledby="invitation">
    <div className="inner">
      <h2 id="invitation">Have your workspace in five minutes</h2>
      <p className="lead">Choose a name and an address, confirm your e-mail, and invite the others.</p>
      <Trial />
    </div>
  </section>
)
