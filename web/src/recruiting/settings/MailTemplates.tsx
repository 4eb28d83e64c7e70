import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { api, type MailTemplate } from 'contract'
import { useData } from '../../api/data.ts'
import { SettingsSection } from '../../settings/SettingsSection.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { RowButton } from '../../ui/list/RowButton.tsx'
import { useMailTemplateRemoval, useMailTemplates } from './changes.ts'
import { MailTemplateDialog } from './MailTemplateDialog.tsx'
import styles from './RecruitingSettings.module.css'

/** The mails that HR has prepared for applicants. */
export const MailTemplates = () => (
  <SettingsSection
    id="mail-templates"
    title="Mail Templates"
    note="Mails to applicants begin with one of these texts, and can be changed before they are sent."
  >
    <Loaded skeleton={<SkeletonRows rows={3} height={52} />} failed="The templates could not be loaded.">
      <Shown />
    </Loaded>
  </SettingsSection>
)

function Shown() {
  const templates = useMailTemplates()
  const hasBegun = useData(api.recruiting.stages, {}).length > 0
  const remove = useMailTemplateRemoval()
  const { dialog, open, close } = useDialog<{ template?: MailTemplate }>()
  return (
    <>
      <div className="card">
        {templates.length === 0 ? (
          <Empty>
            {hasBegun ? 'There are no templates.' : 'There are no templates yet. The first opening brings some along.'}
          </Empty>
        ) : (
          <ul aria-label="Mail templates">
            {templates.map((template) => (
              <Row key={template.id} template={template} edit={() => open({ template })} remove={() => void remove(template)} />
            ))}
          </ul>
        )}
      </div>
      <Button variant="default" mt="sm" onClick={() => open({})}>
        + Add Template
      </Button>
      {dialog && <MailTemplateDialog {...dialog} close={close} />}
    </>
  )
}

type RowProps = { template: MailTemplate; edit: () => void; remove: () => void }

const Row = ({ template: { name, subject }, edit, remove }: RowProps) => (
  <li className={styles.template}>
    <div className={styles.about}>
      <div>{name}</div>
      <div className="fine">{subject}</div>
    </div>
    <RowButton icon={IconPencil} title="Edit" of={name} onClick={edit} />
    <RowButton icon={IconTrash} title="Delete" of={name} onClick={remove} />
  </li>
)
