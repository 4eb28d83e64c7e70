import { Button, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useData } from '../../api/data.ts'
import { SettingsSection } from '../../settings/SettingsSection.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useFollowing } from '../../ui/form/useFollowing.ts'
import { useRetentionChange } from './changes.ts'
import styles from './RecruitingSettings.module.css'
import { RemovedApplicants } from './RemovedApplicants.tsx'
import { retentionForm } from './retentionForm.ts'

/** How long the data of rejected applicants is kept, and whose has been removed. */
export const Retention = () => (
  <SettingsSection
    id="retention"
    title="Applicants’ Data"
    note="The data of rejected applicants is removed by itself. It can also be removed at once on an applicant’s page."
  >
    <Loaded skeleton={<SkeletonRows rows={1} height={60} />} failed="The setting could not be loaded.">
      <RetentionForm />
    </Loaded>
    <ul className={styles.facts}>
      <li>Removed are the name, email, phone, links, CV, answers, ratings, notes, mails and interviews. This can’t be undone.</li>
      <li>What remains says only that somebody has applied: the opening, the stages and their dates.</li>
      <li>The public form tells applicants this number. Those who applied before a change have agreed to the earlier one.</li>
    </ul>
    <RemovedApplicants />
  </SettingsSection>
)

function RetentionForm() {
  const settings = useData(api.recruiting.settings, {})
  const change = useRetentionChange()
  const saved = retentionForm.from(settings)
  const form = useServerForm({
    form: retentionForm,
    start: saved,
    async submit(body) {
      if (!(await mayRemoveMore(body, settings))) return
      await change(body)
      toast.success('Settings saved.')
    },
    fallback: 'The setting could not be saved.',
  })
  useFollowing(form, { saved, toBody: retentionForm.toBody })
  return (
    <ServerForm form={form} aria-label="Applicants’ data">
      <TextInput
        className={styles.days}
        label="Days after a rejection"
        name="retention_days"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...form.field('retention_days')}
      />
      <Button type="submit" mt="sm" loading={form.isPending}>
        Save
      </Button>
    </ServerForm>
  )
}

type Days = { retention_days: number }

/** Asks before a shorter time, after which there is no way back. */
async function mayRemoveMore({ retention_days: days }: Days, { retention_days: before }: Days) {
  if (days >= before) return true
  const message = `The data of those who were rejected more than ${days === 1 ? 'a day' : `${days} days`} ago is removed in the coming night. This can’t be undone.`
  return confirm({ title: 'Remove data earlier', message, isDangerous: true })
}
