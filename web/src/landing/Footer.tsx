import { Logo } from './Logo.tsx'

const links = [
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
  { label: 'Support', to: '/support' },
  { label: 'API', to: '/api-docs' },
  { label: 'Sign in', to: '/login' },
]

export const Footer = () => (
  <footer className="bottom">
    <div className="inner">
      <Logo />
      <nav aria-label="Footer">
        <ul>
          {links.map(({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  </footer>
)
