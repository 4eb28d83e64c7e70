import { Mark } from '../ui/shell/Mark.tsx'

export const Logo = () => (
  <span className="logo">
    <Mark size={28} />
    Atrium
  </span>
)
