import { type Args, api, type Result, signupMessages } from 'contract'
import { useEffect, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import { isMainDomain, onMainDomain } from '../session/domain.ts'
import { useServerForm } from '../ui/form/form.tsx'
import { type Availability, askAvailability, useAvailability } from './availability.ts'
import { type Draft, draft } from './draft.ts'
import { signUpForm, subdomainOf, suggestSubdomain } from './form.ts'
import { signUpMessageOf } from './messages.ts'
import { useVerification } from './verification.ts'

/** A sign-up in two steps: the company (0), then its administrator (1). `created` is the workspace, in the end. */
export function useSignUp() {
  const [stored] = useState(draft.read)
  const [step, setStep] = useState(stored.step ?? 0)
  const [created, setCreated] = useState<Result<typeof api.tenants.signup>>()
  const verification = useVerification(stored.verification)
  const isVerified = verification.step === 'verified'
  const form = useServerForm({
    form: signUpForm,
    start: signUpForm.from(stored.values),
    context: { step, isVerified },
    submit: (body) => (step === 0 ? goOn() : signUp(body)),
    fallback: 'Signup failed',
  })
  const { values, set, errors } = form
  const availability = useAvailability(values.subdomain, values.tenant_name)

  useEffect(() => {
    if (created) return draft.forget()
    const { password: _, ...typed } = values
    const { step: reached, sendsLeft, attempts, waitsUntil } = verification
    draft.write({ values: typed, step, verification: { step: reached, sendsLeft, attempts, waitsUntil } })
  }, [created, values, step, verification])

  useEffect(() => {
    if (!isMainDomain) window.location.replace(onMainDomain('/signup'))
  }, [])
  // Problems of the first step are shown there, also when only the last answer of the server tells them.
  const isFirstStepWrong = Boolean(errors.tenant_name ?? errors.subdomain)
  useEffect(() => {
    if (isFirstStepWrong) setStep(0)
  }, [isFirstStepWrong])

  const goTo = (to: number) => {
    form.clear()
    verification.clearError()
    setStep(to)
  }
  const goOn = async () => {
    await mustBeFree(values, availability)
    goTo(1)
  }
  const signUp = async (body: Args<typeof api.tenants.signup>['body']) => {
    try {
      setCreated(await call(api.tenants.signup, { body }))
    } catch (error) {
      if (error instanceof Refused && error.body.email) verification.forget()
      if (error instanceof Refused && error.status !== 429) throw error
      throw new Refused(429, { detail: signUpMessageOf(error, 'Signup failed') })
    }
  }
  const setEmail = (email: string) => {
    if (email === values.email) return
    set('email', email)
    if (verification.step === 'sent' || verification.error) verification.forget()
  }
  return { form, step, goTo, availability, verification, isVerified, created, setEmail, ...useCompany(set, stored.values) }
}

/** Sets the company's fields. The subdomain follows the name until one is typed. */
function useCompany(set: (field: 'tenant_name' | 'subdomain', value: string) => void, stored: Draft['values'] | undefined) {
  const [isSubdomainTyped, setSubdomainTyped] = useState(
    stored !== undefined && stored.subdomain !== suggestSubdomain(stored.tenant_name),
  )
  const setTenantName = (name: string) => {
    set('tenant_name', name)
    if (!isSubdomainTyped) set('subdomain', suggestSubdomain(name))
  }
  const setSubdomain = (typed: string) => {
    setSubdomainTyped(typed !== '')
    set('subdomain', subdomainOf(typed))
  }
  return { setTenantName, setSubdomain }
}

/** Rejects where the subdomain or the name is taken. `known` is the answer so far. */
async function mustBeFree({ subdomain, tenant_name }: Draft['values'], known: Availability) {
  const isOpen = known.subdomain === 'checking' || known.subdomain === 'unknown'
  const { subdomain: state, isNameTaken } = isOpen ? await askAvailability(subdomain, tenant_name.trim()) : known
  const taken = {
    ...(state === 'unavailable' && { subdomain: [signupMessages.subdomain_taken] }),
    ...(isNameTaken && { tenant_name: [signupMessages.name_taken] }),
  }
  if (Object.keys(taken).length) throw new Refused(400, taken)
}
