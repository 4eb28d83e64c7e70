import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
} from '@tabler/icons-react'
import { isMac } from '../../isMac.ts'
import { codeBlock, link, table } from './blocks.ts'
import { toggleHeading, toggleList, toggleQuote } from './lines.ts'
import { bold, code, italic, strikethrough, toggleMark } from './marks.ts'
import type { Edit, Written } from './text.ts'

export type Command = {
  label: string
  icon: Icon
  /** A letter or digit that is pressed with Ctrl or ⌘. */
  key?: string
  isShifted?: boolean
  edit: (written: Written) => Edit
}

export const commands: readonly Command[] = [
  { label: 'Bold', icon: IconBold, key: 'b', edit: (written) => toggleMark(written, bold) },
  { label: 'Italic', icon: IconItalic, key: 'i', edit: (written) => toggleMark(written, italic) },
  {
    label: 'Strikethrough',
    icon: IconStrikethrough,
    key: 'x',
    isShifted: true,
    edit: (written) => toggleMark(written, strikethrough),
  },
  { label: 'Code', icon: IconCode, key: 'e', edit: (written) => toggleMark(written, code) },
  { label: 'Link', icon: IconLink, key: 'k', edit: link },
  { label: 'Heading', icon: IconHeading, edit: toggleHeading },
  { label: 'Bulleted list', icon: IconList, key: '8', isShifted: true, edit: (written) => toggleList(written, 'bulleted') },
  {
    label: 'Numbered list',
    icon: IconListNumbers,
    key: '7',
    isShifted: true,
    edit: (written) => toggleList(written, 'numbered'),
  },
  { label: 'Check list', icon: IconListCheck, key: '9', isShifted: true, edit: (written) => toggleList(written, 'check') },
  { label: 'Quote', icon: IconBlockquote, edit: toggleQuote },
  { label: 'Code block', icon: IconSourceCode, edit: codeBlock },
  { label: 'Table', icon: IconTable, edit: table },
]

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The command of the pressed keys. On a Mac, Ctrl with a letter moves the caret. */
export function commandOf({ key, code: place, ctrlKey, metaKey, altKey, shiftKey }: Keys) {
  if (altKey || !(isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey)) return undefined
  // Shift changes what a digit's key writes, and other alphabets what a letter's does.
  const pressed = /^[a-z]$/i.test(key) ? key.toLowerCase() : place.replace(/^(?:Key|Digit)/, '').toLowerCase()
  return commands.find((command) => command.key === pressed && Boolean(command.isShifted) === shiftKey)
}

/** The keys of a command for people and for `aria-keyshortcuts`. */
export function keysOf({ key, isShifted }: Command) {
  if (!key) return undefined
  const name = key.toUpperCase()
  const shown = isMac() ? `${isShifted ? '⇧' : ''}⌘${name}` : `Ctrl+${isShifted ? 'Shift+' : ''}${name}`
  return { shown, aria: `${isMac() ? 'Meta' : 'Control'}+${isShifted ? 'Shift+' : ''}${name}` }
}
