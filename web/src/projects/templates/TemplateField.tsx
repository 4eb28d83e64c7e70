import { Button, Group, NativeSelect } from '@mantine/core'
import type { Template } from 'contract'
import { sizeOf, useTemplates } from './templates.ts'

type Props = {
  value: number | undefined
  choose: (template: Template | undefined) => void
  /** Opens the list in which templates are deleted. */
  manage: () => void
}

/** The template of a new project. Absent in a workspace without templates. */
export default function TemplateField({ value, choose, manage }: Props) {
  const templates = useTemplates()
  if (templates.length === 0) return null
  return (
    <div>
      <NativeSelect
        label="Template"
        data={[
          { value: '', label: 'None' },
          ...templates.map((template) => ({ value: String(template.id), label: `${template.name} (${sizeOf(template)})` })),
        ]}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget }) => choose(templates.find(({ id }) => String(id) === currentTarget.value))}
      />
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs" mt="2xs">
        <span className="fine">
          {value !== undefined && 'Due dates are counted from the start date, or from today if there is none.'}
        </span>
        <Button variant="subtle" size="compact-xs" flex="none" onClick={manage}>
          Manage templates
        </Button>
      </Group>
    </div>
  )
}
