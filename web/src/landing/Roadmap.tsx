const modules = [
  { quarter: 'Q3 2025', name: 'Finance', text: 'Budgets, invoices and what a project really costs.' },
  { quarter: 'Q4 2025', name: 'Inventory', text: 'What is in stock, where, and for which project.' },
  { quarter: 'Q1 2026', name: 'CRM', text: 'Customers and enquiries, up to the project that follows.' },
  { quarter: 'Q2 2026', name: 'Analytics', text: 'Figures across people, projects and money.' },
]

export const Roadmap = () => (
  <section className="roadmap" id="roadmap" aria-labelledby="roadmap-title">
    <div className="inner">
      <h2 id="roadmap-title">From workspace to ERP</h2>
      <p className="lead">Four modules build on the people and projects that you already have here, one upon the other.</p>
      <ol>
        {modules.map(({ quarter, name, text }) => (
          <li key={name}>
            <p className="quarter">{quarter}</p>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="note">The quarters are those of our original plan. Early adopters hear first when a module opens.</p>
    </div>
  </section>
)
