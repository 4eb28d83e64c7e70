import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'

const testimonials = [
  {
    text: 'We moved three teams over in one afternoon. Nobody asked for training, and the meeting on Monday got twenty minutes shorter.',
    name: 'Marta Lindqvist',
    about: 'Head of Operations, Harbour & Pine',
  },
  {
    text: 'I see who has room before I hand anything out. That used to be a spreadsheet, and it was always last week’s.',
    name: 'Daniel Okafor',
    about: 'Project Manager, Kestrel Instruments',
  },
  {
    text: 'My day is the first thing on the screen: what is late, what is due, what comes next. I change a status and go back to work.',
    name: 'Yuki Tanaka',
    about: 'Software Developer, Lumen Press',
  },
  {
    text: 'When somebody leaves, their open work is back with the manager the same minute. For us that was the reason to switch.',
    name: 'Claire Beaumont',
    about: 'HR Lead, Northfield Clinics',
  },
  {
    text: 'Each of our companies has an address of its own, and none can look into another. Our auditors had one question, not twenty.',
    name: 'Rafael Costa',
    about: 'IT Director, Brightwater Group',
  },
]

/** Without scripts all slides are listed; `carousel.ts` turns them into a carousel. */
export const Testimonials = () => (
  <section className="testimonials" id="customers" aria-labelledby="customers-title">
    <div className="inner">
      <h2 id="customers-title">What teams say</h2>
      <section className="carousel" aria-roledescription="carousel" aria-label="Testimonials">
        <div className="controls">
          <button type="button" className="icon-button rotation" aria-label="Pause">
            <IconPlayerPause size={18} aria-hidden data-of="playing" />
            <IconPlayerPlay size={18} aria-hidden data-of="paused" />
          </button>
          <button type="button" className="icon-button previous" aria-label="Previous testimonial" aria-controls="testimonials">
            <IconChevronLeft size={20} aria-hidden />
          </button>
          <div className="dots" role="tablist" aria-label="Choose a testimonial">
            {testimonials.map(({ name }, index) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`dot-${index + 1}`}
                aria-controls={`testimonial-${index + 1}`}
                aria-selected={index === 0}
                tabIndex={index === 0 ? 0 : -1}
                aria-label={`Testimonial ${index + 1} of ${testimonials.length}: ${name}`}
              />
            ))}
          </div>
          <button type="button" className="icon-button next" aria-label="Next testimonial" aria-controls="testimonials">
            <IconChevronRight size={20} aria-hidden />
          </button>
        </div>
        <div className="slides" id="testimonials" aria-live="off">
          {testimonials.map(({ text, name, about }, index) => (
            <div
              key={name}
              role="tabpanel"
              id={`testimonial-${index + 1}`}
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${testimonials.length}`}
              data-shown={index === 0 ? '' : undefined}
            >
              <figure>
                <blockquote>{text}</blockquote>
                <figcaption>
                  <strong>{name}</strong>
                  <span>{about}</span>
                </figcaption>
              </figure>
            </div>
          ))}
        </div>
      </section>
    </div>
  </section>
)
