import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { type Authenticator, api } from 'contract'
import { lazy, useState } from 'react'
import { useChange, useData } from '../api/data.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { canUsePasskeys } from './canUsePasskeys.ts'
import styles from './SecondFactor.module.css'

const AddApp = lazy(async () => ({ default: (await import('./dialogs.ts')).AddApp }))
const AddPasskey = lazy(async () => ({ default: (await import('./dialogs.ts')).AddPasskey }))
const ConfirmChange = lazy(async () => ({ default: (await import('./dialogs.ts')).ConfirmChange }))
const RecoveryCodes = lazy(async () => ({ default: (await import('./dialogs.ts')).RecoveryCodes }))

type Opened =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'remove'; authenticator: Authenticator; isLast: boolean }
  | { kind: 'renew' }
  | { kind: 'codes'; codes: string[] }

const titles: Record<Opened['kind'], string> = {
  app: 'Add an Authenticator App',
  passkey: 'Add a Passkey',
  remove: 'Remove a Second Factor',
  renew: 'New Recovery Codes',
  codes: 'Your Recovery Codes',
}

/** The person's second factors, and the way to add and remove them. `onReady` runs when one has been added, and its codes were shown. */
export function SecondFactor({ onReady }: { onReady?: () => void }) {
  const { authenticators, recovery_codes } = useData(api.secondFactor.get, {})
  const [opened, setOpened] = useState<Opened>()
  const hasOne = authenticators.length > 0
  return (
    <>
      {hasOne && (
        <ul className={styles.list} aria-label="Second factors">
          {authenticators.map((authenticator) => (
            <Row
              key={authenticator.id}
              authenticator={authenticator}
              remove={() => setOpened({ kind: 'remove', authenticator, isLast: authenticators.length === 1 })}
            />
          ))}
        </ul>
      )}
      <Group gap="xs">
        <Button
          id="add-app"
          variant="default"
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
          onClick={() => setOpened({ kind: 'app' })}
        >
          Add an app
        </Button>
        {canUsePasskeys() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            onClick={() => setOpened({ kind: 'passkey' })}
          >
            Add a passkey
          </Button>
        )}
      </Group>
      {hasOne && (
        <Group gap="xs" mt="sm">
          <Text inherit fz="var(--text-small)" c="dimmed">
            {recovery_codes === 1 ? '1 recovery code is left.' : `${recovery_codes} recovery codes are left.`}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setOpened({ kind: 'renew' })}>
            Create new ones
          </Button>
        </Group>
      )}
      <FormDialog isOpen={opened !== undefined} close={() => setOpened(undefined)} title={opened ? titles[opened.kind] : ''}>
        {opened && <Dialog opened={opened} open={setOpened} onReady={onReady} />}
      </FormDialog>
    </>
  )
}

type DialogProps = { opened: Opened; open: (opened: Opened | undefined) => void; onReady: (() => void) | undefined }

function Dialog({ opened, open, onReady }: DialogProps) {
  const { mutateAsync: remove } = useChange(api.secondFactor.remove, { touches: [api.secondFactor.get, api.auth.me] })
  const { mutateAsync: renew } = useChange(api.secondFactor.renewCodes, { touches: [api.secondFactor.get] })
  const close = () => open(undefined)
  const end = () => {
    close()
    onReady?.()
  }
  const onAdded = (codes: string[] | null) => {
    toast.success('Added: you confirm your next log-in with it.')
    if (codes) open({ kind: 'codes', codes })
    else end()
  }
  if (opened.kind === 'app') return <AddApp close={close} onAdded={onAdded} />
  if (opened.kind === 'passkey') return <AddPasskey close={close} onAdded={onAdded} />
  if (opened.kind === 'codes') return <RecoveryCodes codes={opened.codes} close={end} />
  if (opened.kind === 'renew')
    return (
      <ConfirmChange
        message="Ten new codes replace those that you have."
        submit="Create Codes"
        close={close}
        change={async (body) => {
          const { recovery_codes } = await renew({ body })
          open({ kind: 'codes', codes: recovery_codes ?? [] })
        }}
      />
    )
  const { authenticator, isLast } = opened
  return (
    <ConfirmChange
      message={`“${authenticator.name}” no longer confirms your log-in.${isLast ? ' Your password alone is enough then, and the recovery codes are void.' : ''}`}
      submit="Remove"
      isDangerous
      close={close}
      change={async (body) => {
        await remove({ params: { authenticator_id: String(authenticator.id) }, body })
        toast.success('Removed.')
        close()
        // The button that opened the dialog is gone.
        setTimeout(() => document.getElementById('add-app')?.focus(), dialogTime)
      }}
    />
  )
}

/** Milliseconds until a dialog has closed and returned the focus. */
const dialogTime = 200

function Row({
  authenticator: { kind, name, created_at, used_at },
  remove,
}: {
  authenticator: Authenticator
  remove: () => void
}) {
  const Icon = kind === 'app' ? IconDeviceMobile : IconFingerprint
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Icon size={20} aria-hidden className="dimmed" />
      <div className={styles.about}>
        <Text inherit fw="var(--weight-medium)">
          {name}
        </Text>
        <Text inherit fz="var(--text-small)" c="dimmed">
          {kind === 'app' ? 'App' : 'Passkey'} · {used_at ? 'used ' : 'added '}
          <RelativeTime at={used_at ?? created_at} />
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
    </Group>
  )
}
