import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { api, type Result, signupPasswordRules } from 'contract'
import { useEffect, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import { domain, isMainDomain, onMainDomain } from '../session/domain.ts'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { askAvailability, useAvailability } from './availability.ts'
import { CompanyStep } from './CompanyStep.tsx'
import { Created } from './Created.tsx'
import { draft } from './draft.ts'
import { EmailStep } from './EmailStep.tsx'
import { signUpMessageOf } from './messages.ts'
import { adminProblems, companyProblems, subdomainOf, suggestSubdomain } from './rules.ts'
import styles from './SignUp.module.css'
import { useVerification } from './verification.ts'

const steps = ['Company Details', 'Admin Account'] as const
const empty = { tenant_name: '', subdomain: '', full_name: '', email: '', password: '' }
const back = { label: 'Back to Home', href: '/' }

export function SignUp() {
  const [before] = useState(draft.read)
  const [step, setStep] = useState(before.step ?? 0)
  const [isSubdomainTyped, setSubdomainTyped] = useState(
    before.values !== undefined && before.values.subdomain !== suggestSubdomain(before.values.tenant_name),
  )
  const [created, setCreated] = useState<Result<typeof api.tenants.signup>>()

  const form = useServerForm({
    initialValues: { ...empty, ...before.values },
    validate: (values) => (step === 0 ? companyProblems(values) : adminProblems(values, isVerified)),
    submit: () => (step === 0 ? goOn() : signUp()),
    fallback: 'Signup failed',
  })
  const { values, set, errors } = form
  const availability = useAvailability(values.subdomain, values.tenant_name)
  const verification = useVerification(values.email, before.verification)
  const isVerified = verification.step === 'verified'

  useEffect(() => {
    if (created) return draft.forget()
    const { password: _, ...typed } = values
    const { step: reached, sendsLeft, attempts, waitsUntil } = verification
    draft.write({ values: typed, step, verification: { step: reached, sendsLeft, attempts, waitsUntil } })
  }, [created, values, step, verification])

  useEffect(() => {
    if (!isMainDomain) window.location.replace(onMainDomain('/signup'))
  }, [])
  // What is wrong with the first step is shown there, also when the server only says so at the end.
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
    const known = availability.subdomain === 'checking' || availability.subdomain === 'unknown'
    const found = known ? await askAvailability(values.subdomain, values.tenant_name.trim()) : availability
    const taken = {
      ...(found.subdomain === 'unavailable' && { subdomain: ['Subdomain not available'] }),
      ...(found.isNameTaken && { tenant_name: ['Organization name already taken'] }),
    }
    if (Object.keys(taken).length) throw new Refused(400, taken)
    goTo(1)
  }

  const signUp = async () => {
    const { tenant_name, subdomain, full_name, email, password } = values
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = { tenant_name, domain_url: `${subdomain}.${domain}`, full_name, email, password, timezone: timeZone }
    try {
      setCreated(await call(api.tenants.signup, { body }))
    } catch (error) {
      if (error instanceof Refused && error.body.email) verification.forget()
      if (error instanceof Refused && error.status !== 429) throw error
      throw new Refused(429, { detail: signUpMessageOf(error, 'Signup failed') })
    }
  }

  const setTenantName = (name: string) => {
    set('tenant_name', name)
    if (!isSubdomainTyped) set('subdomain', suggestSubdomain(name))
  }
  const setSubdomain = (typed: string) => {
    setSubdomainTyped(typed !== '')
    set('subdomain', subdomainOf(typed))
  }
  const setEmail = (email: string) => {
    if (email === values.email) return
    set('email', email)
    if (verification.step === 'sent' || verification.error) verification.forget()
  }

  if (created) return <Created email={values.email} loginUrl={created.login_url} name={created.tenant.name} />

  return (
    <PlainPage
      title="Create your workspace"
      back={back}
      width={460}
      footer={
        <>
          Already have a workspace? <Anchor href="/login">Sign in</Anchor>
        </>
      }
    >
      <ol className={styles.steps}>
        {steps.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step}>
            <span className={styles.number}>
              {index < step ? <IconCheck size={14} stroke={3} aria-label="done" /> : index + 1}
            </span>
            {name}
          </li>
        ))}
      </ol>
      <ServerForm form={form} aria-label={steps[step] ?? ''}>
        <Stack gap={20}>
          {step === 0 ? (
            <CompanyStep
              tenantName={values.tenant_name}
              subdomain={values.subdomain}
              setTenantName={setTenantName}
              setSubdomain={setSubdomain}
              errors={errors}
              availability={availability}
            />
          ) : (
            <>
              <TextInput
                label="Full name"
                autoComplete="name"
                autoFocus
                name="full_name"
                maxLength={255}
                {...form.field('full_name')}
              />
              <EmailStep
                email={values.email}
                setEmail={setEmail}
                error={typeof errors.email === 'string' ? errors.email : undefined}
                verification={verification}
              />
              <div>
                <PasswordInput label="Password" name="password" autoComplete="new-password" {...form.field('password')} />
                <PasswordRules rules={signupPasswordRules} value={values.password} />
              </div>
            </>
          )}
          <Group justify="space-between" mt={4}>
            {step === 0 ? (
              <span />
            ) : (
              <Button variant="default" onClick={() => goTo(0)}>
                Previous
              </Button>
            )}
            {step === 0 ? (
              <Button type="submit" loading={form.isPending}>
                Next
              </Button>
            ) : (
              <ReasonedButton type="submit" loading={form.isPending} reason={isVerified ? undefined : 'Please verify your email'}>
                Create Workspace
              </ReasonedButton>
            )}
          </Group>
        </Stack>
      </ServerForm>
    </PlainPage>
  )
}
