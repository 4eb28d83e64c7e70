const figures = [
  { value: '2,500+', of: 'organisations' },
  { value: '50,000+', of: 'projects' },
  { value: '99.9%', of: 'uptime' },
]

export const Statistics = () => (
  <section className="statistics" aria-label="Atrium in figures">
    <dl className="inner">
      {figures.map(({ value, of }) => (
        <div key={of}>
          <dt>{of}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
