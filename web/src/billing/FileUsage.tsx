import { Progress, Text, Title } from '@mantine/core'
import { api, inWords } from 'contract'
import { useData } from '../api/data.ts'
import { Card } from './Card.tsx'

/** Per cent of the space from which the administrator is warned. */
const nearlyFull = 90

/** How much of their space the workspace's files take. */
export function FileUsage() {
  const { bytes, most_bytes } = useData(api.files.usage, {})
  const percent = Math.min(100, (bytes / most_bytes) * 100)
  const words = `${inWords(bytes)} of ${inWords(most_bytes)}`
  const isNearlyFull = percent >= nearlyFull
  return (
    <Card aria-labelledby="plan-files">
      <Title order={2} id="plan-files" fz="h3">
        Files
      </Title>
      <p className="tabular">{words}</p>
      <Progress.Root
        role="meter"
        aria-label="Space taken by files"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={words}
      >
        <Progress.Section withAria={false} value={percent} color={isNearlyFull ? 'yellow' : 'accent'} />
      </Progress.Root>
      <Text inherit c="dimmed" fz="var(--text-small)">
        {percent === 100
          ? 'The space is full: nobody can attach a file until others are deleted.'
          : isNearlyFull
            ? 'The space is nearly full. Once it is, nobody can attach a file until others are deleted.'
            : 'The space that files attached to tasks take. The same file attached twice counts once.'}
      </Text>
    </Card>
  )
}
