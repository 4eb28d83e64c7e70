import { IconDeviceDesktop, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { Logo } from './Logo.tsx'

const places = [
  { label: 'Product', to: '#product' },
  { label: 'Early adopters', to: '#early-adopters' },
  { label: 'Roadmap', to: '#roadmap' },
  { label: 'Customers', to: '#customers' },
  { label: 'Questions', to: '#questions' },
]

export const Header = ({ isLanding }: { isLanding: boolean }) => (
  <header className="top">
    <div className="inner">
      <a className="home" href="/" aria-label="Atrium, home">
        <Logo />
      </a>
      <nav id="places" popover="auto" aria-label="Main">
        <ul>
          {places.map(({ label, to }) => (
            <li key={to}>
              <a href={isLanding ? to : `/${to}`}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="tools">
        <button type="button" className="icon-button theme-switch" data-look="auto" aria-label="Theme">
          <IconSun size={18} aria-hidden data-of="light" />
          <IconMoon size={18} aria-hidden data-of="dark" />
          <IconDeviceDesktop size={18} aria-hidden data-of="auto" />
        </button>
        <a className="button quiet" href="/login">
          Sign in
        </a>
        <a className="button try" href="/signup">
          Start your free trial
        </a>
        <button type="button" className="icon-button menu" popoverTarget="places" aria-label="Menu">
          <IconMenu2 size={20} aria-hidden />
        </button>
      </div>
    </div>
  </header>
)
