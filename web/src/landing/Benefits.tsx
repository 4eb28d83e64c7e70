import { IconCalendarHeart, IconListCheck, IconMessage2, IconSparkles } from '@tabler/icons-react'

const benefits = [
  {
    Icon: IconCalendarHeart,
    title: '30 days with everything',
    text: 'The free trial leaves nothing out and asks for no credit card.',
  },
  {
    Icon: IconSparkles,
    title: 'New modules first',
    text: 'Finance, inventory, CRM and analytics open to early adopters before anybody else.',
  },
  {
    Icon: IconListCheck,
    title: 'A say in what comes next',
    text: 'What early adopters miss most goes to the top of the list.',
  },
  {
    Icon: IconMessage2,
    title: 'A direct line',
    text: 'Write to support, and somebody answers who builds the product.',
  },
]

export const Benefits = () => (
  <section className="benefits" id="early-adopters" aria-labelledby="early-adopters-title">
    <div className="inner">
      <h2 id="early-adopters-title">Early-adopter benefits</h2>
      <p className="lead">For organisations that start with us now.</p>
      <ul>
        {benefits.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={24} stroke={1.75} aria-hidden />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
