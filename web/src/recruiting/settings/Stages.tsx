import { Button, TextInput } from '@mantine/core'
import { api, type RecruitingStage } from 'contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { SettingsSection } from '../../settings/SettingsSection.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useFollowing } from '../../ui/form/useFollowing.ts'
import { SaveBar } from '../SaveBar.tsx'
import { useStagesChange } from './changes.ts'
import styles from './RecruitingSettings.module.css'
import { StageList } from './StageList.tsx'
import { nameProblem, namesIn, type StageValues, stageForm } from './stageForm.ts'

/** The stages of the board of applicants. */
export const Stages = () => (
  <SettingsSection id="stages" title="Stages" note="The columns of the board, through which applicants go until a decision.">
    <Loaded skeleton={<SkeletonRows rows={6} />} failed="The stages could not be loaded.">
      <Shown />
    </Loaded>
  </SettingsSection>
)

function Shown() {
  const stages = useData(api.recruiting.stages, {})
  return stages.length === 0 ? <NoStages /> : <StagesForm stages={stages} />
}

const NoStages = () => (
  <div className="card">
    <Empty
      action={
        <Button component={Link} to="/recruiting/openings" variant="default">
          Go to the openings
        </Button>
      }
    >
      There are no stages yet. The first opening brings some along, which you can change here.
    </Empty>
  </div>
)

const fieldNames = { open: 'stages before a decision', hired: 'stage of the hired', rejected: 'stage of the rejected' }

function StagesForm({ stages }: { stages: readonly RecruitingStage[] }) {
  const { form, saved, judged } = useStagesForm(stages)
  const { values, errors, field, set } = form
  const { touched, overtaken } = useFollowing(form, { saved, toBody: stageForm.toBody })
  const names = namesIn(values)
  const problemAt = (index: number) => judged.length > 0 && nameProblem(names, index)
  const revert = (fields: readonly (keyof StageValues)[]) => {
    form.clear()
    for (const each of fields) set(each, saved[each])
  }
  const decision = (name: 'hired' | 'rejected', index: number) => {
    const error = errors[name] || problemAt(index)
    return { ...field(name), name, error, 'aria-invalid': Boolean(error), autoComplete: 'off', maxLength: 50 }
  }
  return (
    <ServerForm form={form} aria-label="Stages" className={styles.form}>
      <StageList
        stages={values.open}
        problemAt={(index) => judged.includes(values.open[index]?.key ?? 0) && nameProblem(names, index)}
        problem={errors.open}
        set={(open) => set('open', open)}
      />
      <div className={styles.decisions}>
        <TextInput label="Stage of the hired" {...decision('hired', values.open.length)} />
        <TextInput label="Stage of the rejected" {...decision('rejected', values.open.length + 1)} />
      </div>
      <SaveBar
        touched={touched.map((each) => fieldNames[each])}
        overtaken={overtaken.map((each) => fieldNames[each])}
        isPending={form.isPending}
        discard={() => revert(touched)}
        takeTheirs={() => revert(overtaken)}
      />
    </ServerForm>
  )
}

function useStagesForm(stages: readonly RecruitingStage[]) {
  const change = useStagesChange()
  const saved = stageForm.from(stages)
  const [judged, setJudged] = useState<readonly number[]>([])
  const form = useServerForm({
    form: stageForm,
    start: saved,
    async submit(body) {
      const { open: sent } = form.values
      const { open } = stageForm.from(await change(body))
      // New stages have ids now. Their fields stay the same, so that they keep the focus.
      if (latest.current === sent)
        form.set(
          'open',
          open.map((stage, index) => ({ ...stage, key: sent[index]?.key ?? stage.key })),
        )
      setJudged([])
      toast.success('Stages saved.')
    },
    fallback: 'The stages could not be saved.',
  })
  const latest = useRef(form.values.open)
  useEffect(() => {
    latest.current = form.values.open
  })
  const onSubmit = (event?: FormEvent) => {
    setJudged(form.values.open.map(({ key }) => key))
    return form.onSubmit(event)
  }
  return { form: { ...form, onSubmit }, saved, judged }
}
