import { brokenRules, isReserved, isSubdomain, oneLineProblem, required, signupPasswordRules } from 'contract'

/** What of the typed text may stand in a subdomain. */
export const subdomainOf = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 63)

/** A subdomain for this organisation: `Müller & Söhne GmbH` becomes `muller-sohne-gmbh`. */
export const suggestSubdomain = (name: string) =>
  subdomainOf(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-'),
  )
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')

const looksLikeEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)

export const emailProblem = (email: string) => {
  if (!email.trim()) return required
  return looksLikeEmail(email.trim()) ? undefined : 'Invalid email format'
}

export const codeProblem = (code: string) => (/^\d{6}$/.test(code) ? undefined : 'Enter 6-digit code')

type Company = { tenant_name: string; subdomain: string }
type Admin = { full_name: string; email: string; password: string }

export const companyProblems = ({ tenant_name, subdomain }: Company) => ({
  tenant_name: oneLineProblem(tenant_name),
  subdomain: subdomainProblem(subdomain),
})

const subdomainProblem = (subdomain: string) => {
  if (!subdomain) return required
  if (!isSubdomain(subdomain)) return 'Invalid subdomain format'
  return isReserved(subdomain) ? 'Subdomain not available' : undefined
}

export const adminProblems = ({ full_name, email, password }: Admin, isVerified: boolean) => ({
  full_name: oneLineProblem(full_name),
  email: emailProblem(email) ?? (isVerified ? undefined : 'Please verify your email'),
  password: password ? brokenRules(signupPasswordRules, password)[0] : required,
})
