import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { api } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { saveAnswer } from '../api/saveAnswer.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** Exports everything in the workspace. Leaving the page cancels it. */
export function ExportButton() {
  const [bytes, setBytes] = useState<number>()
  const [problem, setProblem] = useState('')
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setProblem('')
    setBytes(0)
    try {
      await saveAnswer(api.workspaceData.export, { signal, onProgress: setBytes })
      toast.success('Everything has been exported.')
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, 'The workspace could not be exported.'))
    }
    setBytes(undefined)
  }

  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={bytes !== undefined}
          onClick={() => void start()}
        >
          Export All Data
        </Button>
        {bytes !== undefined && (
          <>
            <Text span inherit className="tabular" role="status">
              {bytes ? `${sizeOf(bytes)} so far` : 'Exporting…'}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </Group>
      {problem && (
        <Text inherit role="alert" c="var(--mantine-color-error)" mt="xs">
          {problem}
        </Text>
      )}
    </>
  )
}

const sizeOf = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)
