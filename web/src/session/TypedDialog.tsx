import { Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import type { Typed } from './typed.ts'

/** Shows the text that was unsent when the session ended, so that the person can copy it. */
export function TypedDialog({ typed: { path, texts }, close }: { typed: Typed; close: () => void }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isThere = path === pathname + search
  // Browsers offer a clipboard only on https pages.
  const clipboard: Clipboard | undefined = navigator.clipboard
  const copy = () => {
    void clipboard?.writeText(texts.map(({ text }) => text).join('\n\n'))
    close()
  }
  const goBack = () => {
    copy()
    void navigate(path)
  }
  return (
    <Modal opened onClose={close} title="What you were typing is kept" size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text>Your session ended before you could send it. Copy what you still need; it is gone once you close this.</Text>
        {texts.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label, and none moves
          <div key={index}>
            <Textarea label={label} value={text} readOnly autosize minRows={1} maxRows={8} />
            {clipboard && texts.length > 1 && (
              <CopyButton value={text}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-sm" mt="var(--space-1-half)" onClick={copy}>
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            )}
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {isThere ? (
            clipboard && <Button onClick={copy}>Copy it</Button>
          ) : (
            <Button onClick={goBack}>{clipboard ? 'Copy it and go back there' : 'Go back there'}</Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
