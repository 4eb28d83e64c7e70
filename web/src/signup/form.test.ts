import { describe, expect, test } from 'vitest'
import { signUpForm, subdomainOf, suggestSubdomain } from './form.ts'

const { blank, problems } = signUpForm
const companyProblems = (values: object) => problems({ ...blank, ...values }, { step: 0, isVerified: false }) as typeof blank
const adminProblems = (values: object, isVerified: boolean) =>
  problems({ ...blank, ...values }, { step: 1, isVerified }) as typeof blank

describe('subdomain', () => {
  test('typed text is lower-cased, and only letters, digits and hyphens are kept, 63 at most', () => {
    expect(subdomainOf('Acme Corp._-9ü')).toBe('acmecorp-9')
    expect(subdomainOf('a'.repeat(80))).toHaveLength(63)
  })

  test.each([
    ['Acme', 'acme'],
    ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
    ['  --Big  Co.-- ', 'big-co'],
    ['東京', ''],
  ])('%s suggests "%s"', (name, subdomain) => expect(suggestSubdomain(name)).toBe(subdomain))

  test.each(['ab', '-abc', 'abc-', 'a--b'])('%s has an invalid format', (subdomain) =>
    expect(companyProblems({ tenant_name: 'Acme', subdomain }).subdomain).toBe('Invalid subdomain format'),
  )

  test('a reserved name is not available', () =>
    expect(companyProblems({ tenant_name: 'Acme', subdomain: 'www' }).subdomain).toBe('Subdomain not available'))

  test('both fields of the first step are required', () =>
    expect(companyProblems({ tenant_name: ' ', subdomain: '' })).toEqual({
      tenant_name: 'This field is required',
      subdomain: 'This field is required',
    }))
})

describe('the administrator', () => {
  const ann = { full_name: 'Ann', email: 'ann@acme.test', password: 'Secret12' }

  test('nothing is wrong with a verified person and a good password', () =>
    expect(Object.values(adminProblems(ann, true)).filter(Boolean)).toEqual([]))

  test('an address has to be verified', () => expect(adminProblems(ann, false).email).toBe('Please verify your email'))

  test.each(['ann', 'ann@acme', 'a b@acme.test'])('%s is no address', (email) =>
    expect(adminProblems({ ...ann, email }, false).email).toBe('Invalid email format'),
  )

  test.each([
    ['Sho1', 'At least 8 characters'],
    ['lower123', 'One uppercase letter'],
    ['UPPER123', 'One lowercase letter'],
    ['NoDigits', 'One number'],
  ])('%s: %s', (password, message) => expect(adminProblems({ ...ann, password }, true).password).toBe(message))
})
