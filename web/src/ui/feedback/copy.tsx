import { Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { dialogsReady } from './confirm.tsx'

/** Copies a text to the clipboard. If the browser refuses, shows it selected in a dialog and answers false. */
export async function copy(text: string, { title, message }: { title: string; message: string }) {
  try {
    // The clipboard is absent over plain HTTP.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    await dialogsReady
    modals.open({ title, size: 'lg', children: <ByHand text={text} message={message} /> })
    return false
  }
}

const ByHand = ({ text, message }: { text: string; message: string }) => (
  <Stack gap="sm">
    <Text>{message}</Text>
    <TextInput
      aria-label="To copy"
      description="Your browser did not let us copy it: press Ctrl+C, or ⌘C on a Mac."
      inputWrapperOrder={['input', 'description']}
      value={text}
      readOnly
      data-autofocus
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
    />
  </Stack>
)
