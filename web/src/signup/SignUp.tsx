import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { signupMessages, signupPasswordRules } from 'contract'
import { ServerForm } from '../ui/form/form.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { CompanyStep } from './CompanyStep.tsx'
import { Created } from './Created.tsx'
import { EmailStep } from './EmailStep.tsx'
import styles from './SignUp.module.css'
import { useSignUp } from './useSignUp.ts'

const steps = ['Company Details', 'Admin Account'] as const
const back = { label: 'Back to Home', href: '/' }

export function SignUp() {
  const signUp = useSignUp()
  const { form, step, goTo, created, isVerified, availability, setTenantName, setSubdomain } = signUp
  const { values, errors } = form
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
      <Steps current={step} />
      <ServerForm form={form} aria-label={steps[step] ?? ''}>
        <Stack gap="var(--space-5)">
          {step === 0 ? (
            <CompanyStep
              tenantName={values.tenant_name}
              subdomain={values.subdomain}
              {...{ setTenantName, setSubdomain, errors, availability }}
            />
          ) : (
            <AdminStep {...signUp} />
          )}
          <Group justify="space-between" mt="2xs">
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
              <ReasonedButton
                type="submit"
                loading={form.isPending}
                reason={isVerified ? undefined : signupMessages.email_unverified}
              >
                Create Workspace
              </ReasonedButton>
            )}
          </Group>
        </Stack>
      </ServerForm>
    </PlainPage>
  )
}

const Steps = ({ current }: { current: number }) => (
  <Group component="ol" gap="lg" mb="lg" wrap="nowrap" className={styles.steps}>
    {steps.map((name, index) => (
      <li key={name} className="row" aria-current={index === current ? 'step' : undefined} data-done={index < current}>
        <span className={styles.number}>
          {index < current ? <IconCheck size={14} stroke={3} aria-label="done" /> : index + 1}
        </span>
        {name}
      </li>
    ))}
  </Group>
)

type AdminProps = Pick<ReturnType<typeof useSignUp>, 'form' | 'setEmail' | 'verification'>

const AdminStep = ({ form: { field, values, errors }, setEmail, verification }: AdminProps) => (
  <>
    <TextInput label="Full name" autoComplete="name" autoFocus name="full_name" maxLength={255} {...field('full_name')} />
    <EmailStep
      email={values.email}
      setEmail={setEmail}
      error={typeof errors.email === 'string' ? errors.email : undefined}
      verification={verification}
    />
    <div>
      <PasswordInput label="Password" name="password" autoComplete="new-password" {...field('password')} />
      <PasswordRules rules={signupPasswordRules} value={values.password} />
    </div>
  </>
)
