import { Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { dialogsReady } from './confirm.tsx'

/** Puts a text on the clipboard. Where the browser won't, shows it, selected, to be copied by hand; false then. */
export async function copy(text: string, { title, message }: { title: string; message: string }) {
  try {
    // Absent over plain http.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    await dialogsReady
    modals.open({ title, size: 'lg', children: <ByHand text={text} message={message} /> })
    return false
  }
}

const ByHand = ({ text, message }: { text: string; message: string }) => (
  <Stack gap={12}>
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
