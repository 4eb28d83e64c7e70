import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { api } from 'contract'
import { useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { saveAnswer } from '../api/saveAnswer.ts'
import { toast } from '../ui/feedback/toast.tsx'
import type { filtersOf } from './useSecurityView.ts'

/** Saves the matching events as a table. */
export function ExportLog({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const [isRunning, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      await saveAnswer(api.securityLog.export, { query: filters })
      toast.success('The security log has been exported.')
    } catch (error) {
      toast.error(messageOf(error, 'The security log could not be exported.'))
    }
    setRunning(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => void save()}
    >
      Export as CSV
    </Button>
  )
}
