import { Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { signupMessages } from 'contract'
import { domain } from '../session/domain.ts'
import type { Availability } from './availability.ts'
import styles from './SignUp.module.css'

type Props = {
  tenantName: string
  subdomain: string
  setTenantName: (name: string) => void
  setSubdomain: (subdomain: string) => void
  errors: { tenant_name?: React.ReactNode; subdomain?: React.ReactNode }
  availability: Availability
}

export function CompanyStep({ tenantName, subdomain, setTenantName, setSubdomain, errors, availability }: Props) {
  return (
    <>
      <TextInput
        label="Organization name"
        name="tenant_name"
        autoComplete="organization"
        autoFocus
        maxLength={255}
        value={tenantName}
        error={errors.tenant_name ?? (availability.isNameTaken && signupMessages.name_taken)}
        onChange={(event) => setTenantName(event.currentTarget.value)}
      />
      <div>
        <TextInput
          label="Subdomain"
          name="subdomain"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={63}
          value={subdomain}
          error={errors.subdomain}
          aria-describedby="subdomain-availability"
          rightSection={
            <Text size="sm" c="dimmed">
              .{domain}
            </Text>
          }
          rightSectionWidth={`${domain.length * 0.62 + 1.6}em`}
          rightSectionPointerEvents="none"
          onChange={(event) => setSubdomain(event.currentTarget.value)}
        />
        <div id="subdomain-availability" aria-live="polite" className={styles.availability} data-state={availability.subdomain}>
          {availability.subdomain === 'unknown' && !errors.subdomain && '3 to 63 letters, digits and hyphens.'}
          {availability.subdomain === 'checking' && 'Checking availability…'}
          {availability.subdomain === 'available' && (
            <>
              <IconCircleCheck size={14} aria-hidden /> Subdomain is available
            </>
          )}
          {availability.subdomain === 'unavailable' && !errors.subdomain && (
            <>
              <IconCircleX size={14} aria-hidden /> {signupMessages.subdomain_taken}
            </>
          )}
        </div>
      </div>
    </>
  )
}
