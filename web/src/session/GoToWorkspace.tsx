import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { entryOf, isSubdomain } from 'contract'
import { useState } from 'react'
import { workspaceOrigin } from './domain.ts'

/** Leads from the main domain to the log-in page of a workspace. */
export function GoToWorkspace({ domain }: { domain: string }) {
  const [subdomain, setSubdomain] = useState('')
  const [error, setError] = useState<string>()
  const typed = entryOf(subdomain).toLowerCase().replace(`.${domain}`, '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSubdomain(typed)) window.location.assign(`${workspaceOrigin(typed)}/login`)
        else setError('Enter the name of your workspace, as in its address.')
      }}
    >
      <TextInput
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <Box flex={1}>{input}</Box>
            <Button type="submit" variant="default">
              Go
            </Button>
          </Group>
        )}
        label="Your workspace"
        placeholder="your-team"
        autoCapitalize="none"
        autoComplete="off"
        value={subdomain}
        error={error}
        onChange={(event) => {
          setSubdomain(event.currentTarget.value)
          setError(undefined)
        }}
        rightSection={
          <Text size="sm" c="dimmed" px="xs">
            .{domain}
          </Text>
        }
        rightSectionWidth={`${domain.length * 0.6 + 1.5}em`}
        rightSectionPointerEvents="none"
      />
    </form>
  )
}
