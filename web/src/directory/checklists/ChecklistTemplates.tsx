import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ChecklistKind, type ChecklistTemplate, checklistKinds } from 'contract'
import { useRef } from 'react'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { RowButton } from '../../ui/list/RowButton.tsx'
import styles from './Checklists.module.css'
import { useChecklistTemplateRemoval, useChecklistTemplates } from './changes.ts'
import { type Beginning, TemplateDialog } from './TemplateDialog.tsx'
import { contentsInWords, kindNames } from './words.ts'

/** The checklists that HR has prepared for those who join or leave. */
export const ChecklistTemplates = () => (
  <Loaded skeleton={<SkeletonRows rows={6} />} failed="The templates could not be loaded.">
    <Kinds />
  </Loaded>
)

function Kinds() {
  const templates = useChecklistTemplates()
  const { dialog, open, close } = useDialog<Beginning>()
  return (
    <Stack gap="xl" className={styles.kinds}>
      <Text inherit c="dimmed">
        Templates of what is to be done when somebody joins or leaves. HR starts them on a person’s page; everybody sees their own
        items on their dashboard.
      </Text>
      {checklistKinds.map((kind) => (
        <Kind key={kind} kind={kind} templates={templates.filter((template) => template.kind === kind)} open={open} />
      ))}
      {dialog && <TemplateDialog {...dialog} close={close} />}
    </Stack>
  )
}

const purposes: Readonly<Record<ChecklistKind, string>> = {
  joiner: 'Nothing is prepared for those who join: a template says what is to be done, by whom and when.',
  leaver: 'Nothing is prepared for those who leave: a template says what is to be done, by whom and when.',
}

type KindProps = {
  kind: ChecklistKind
  templates: readonly ChecklistTemplate[]
  open: (beginning: Beginning) => void
}

function Kind({ kind, templates, open }: KindProps) {
  const remove = useChecklistTemplateRemoval()
  const id = `templates-${kind}`
  const add = useRef<HTMLButtonElement>(null)
  const beginWithExample = () => {
    // The dialog returns the focus to a button that stays.
    add.current?.focus()
    open({ kind, isExample: true })
  }
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id={id} tabIndex={-1}>
          {kindNames[kind]}
        </Title>
        <Button ref={add} variant="default" size="xs" aria-describedby={id} onClick={() => open({ kind })}>
          + Add Template
        </Button>
      </Group>
      {templates.length === 0 ? (
        <div className="card">
          <Empty
            action={
              <Button aria-describedby={id} onClick={beginWithExample}>
                Use an Example
              </Button>
            }
          >
            {purposes[kind]}
          </Empty>
        </div>
      ) : (
        <ul className="card" aria-labelledby={id}>
          {templates.map((template) => (
            <Row
              key={template.id}
              template={template}
              edit={() => open({ kind, template })}
              remove={() => void remove(template)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { template: ChecklistTemplate; edit: () => void; remove: () => void }

const Row = ({ template, edit, remove }: RowProps) => (
  <li className={styles.template}>
    <div className={styles.about}>
      <div>{template.name}</div>
      <div className="fine">{contentsInWords(template)}</div>
    </div>
    <RowButton icon={IconPencil} title="Edit" of={template.name} onClick={edit} />
    <RowButton icon={IconTrash} title="Delete" of={template.name} onClick={remove} />
  </li>
)
