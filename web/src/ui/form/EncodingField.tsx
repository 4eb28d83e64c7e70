import { NativeSelect } from '@mantine/core'
import { type Encoding, encodings, type FileText, readAs } from './textFile.ts'

const options = (Object.keys(encodings) as Encoding[]).map((value) => ({ value, label: encodings[value] }))

/** The encoding of a file that does not show its own. Nothing for other files. */
export function EncodingField({ file: { guess }, change }: { file: FileText; change: (file: FileText) => void }) {
  if (!guess) return null
  return (
    <NativeSelect
      size="xs"
      aria-label="Encoding"
      data={options}
      value={guess.encoding}
      onChange={(event) => change(readAs(guess.bytes, event.currentTarget.value as Encoding))}
    />
  )
}
