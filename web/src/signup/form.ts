import { emailRule, problemOf, required, signupMessages, signupPassword, signupRules, subdomainProblem } from 'contract'
import { domain } from '../session/domain.ts'

/** The characters of the typed text that a subdomain can have. */
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

type SignUpValues = { tenant_name: string; subdomain: string; full_name: string; email: string; password: string }

const blank: SignUpValues = { tenant_name: '', subdomain: '', full_name: '', email: '', password: '' }

export const signUpForm = {
  blank,
  from: (stored: Partial<SignUpValues> | undefined): SignUpValues => ({ ...blank, ...stored }),
  toBody: ({ subdomain, ...values }: SignUpValues) => ({
    ...values,
    domain_url: `${subdomain}.${domain}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  /** The problems of the step that is shown. */
  problems: (values: SignUpValues, { step, isVerified }: { step: number; isVerified: boolean }) =>
    step === 0 ? companyProblems(values) : adminProblems(values, isVerified),
}

const companyProblems = ({ tenant_name, subdomain }: SignUpValues) => ({
  tenant_name: problemOf(signupRules.tenant_name, tenant_name),
  subdomain: subdomain ? subdomainProblem(subdomain) : required,
})

const adminProblems = ({ full_name, email, password }: SignUpValues, isVerified: boolean) => ({
  full_name: problemOf(signupRules.full_name, full_name),
  email: problemOf(emailRule, email) ?? (isVerified ? undefined : signupMessages.email_unverified),
  password: problemOf(signupPassword, password),
})
