import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  /** The step, such as `month`. */
  unit: string
  /** Absent at an end. */
  back: (() => void) | undefined
  forth: (() => void) | undefined
  /** The reason why it ends there, as the title of a button that is off. */
  limits?: string
  /** Shown between the two. */
  children?: ReactNode
}

/** Goes from a year, a month or a week to the one before or after it. */
export const StepButtons = ({ unit, back, forth, limits, children }: Props) => (
  <Group gap="2xs" wrap="nowrap">
    <Step icon={IconChevronLeft} title={`Previous ${unit}`} go={back} limits={limits} />
    {children}
    <Step icon={IconChevronRight} title={`Next ${unit}`} go={forth} limits={limits} />
  </Group>
)

type StepProps = { icon: typeof IconChevronLeft; title: string; go: (() => void) | undefined; limits: string | undefined }

const Step = ({ icon: Icon, title, go, limits }: StepProps) => (
  <ActionIcon variant="default" size={30} aria-label={title} title={go ? title : (limits ?? title)} disabled={!go} onClick={go}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
)
