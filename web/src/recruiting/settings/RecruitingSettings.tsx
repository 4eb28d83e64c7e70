import { api } from 'contract'
import { usePreload } from '../../api/data.ts'
import { MailTemplates } from './MailTemplates.tsx'
import styles from './RecruitingSettings.module.css'
import { Retention } from './Retention.tsx'
import { Stages } from './Stages.tsx'

/** The stages, the mails and the time after which data is removed. */
export function RecruitingSettings() {
  usePreload(api.recruiting.stages, {})
  usePreload(api.recruiting.templates, {})
  usePreload(api.recruiting.settings, {})
  usePreload(api.recruiting.removed, {})
  return (
    <div className={styles.page}>
      <Stages />
      <MailTemplates />
      <Retention />
    </div>
  )
}
