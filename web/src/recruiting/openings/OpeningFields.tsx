import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useToday } from '../../session/today.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { LocationField } from './LocationField.tsx'
import { departmentOptions } from './NewOpening.tsx'
import styles from './OpeningPage.module.css'
import { QuestionList } from './QuestionList.tsx'
import type { OpeningFormState } from './useOpeningForm.ts'

export function OpeningFields({ form: { field, values, errors, judged, set } }: { form: OpeningFormState }) {
  const today = useToday()
  return (
    <Stack>
      <TextInput label="Title" name="title" autoComplete="off" withAsterisk maxLength={200} {...field('title')} />
      <div className={styles.short}>
        <NativeSelect label="Department" name="department" withAsterisk data={departmentOptions} {...field('department')} />
        <LocationField field={field} />
        <DateField
          label="Closing date"
          description="The last day to apply."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          today={today}
          min={today}
          {...field('closes_on')}
        />
      </div>
      <MarkdownField
        label="Description"
        name="description"
        description="The task, the team, what you offer, and what you are looking for. It is the text of the public page."
        autosize
        minRows={8}
        maxRows={24}
        maxLength={20_000}
        {...field('description')}
      />
      <QuestionList
        questions={values.questions}
        judged={judged}
        problem={errors.questions}
        set={(questions) => set('questions', questions)}
      />
    </Stack>
  )
}
