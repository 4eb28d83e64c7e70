// The shortcuts that copy the key of the work that has the focus, that is under the pointer, or that the page is about.

import { branchName } from '../tasks/data/branchName.ts'
import { copy } from '../ui/feedback/copy.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import type { Shortcut } from '../ui/hooks/shortcuts.ts'

const holder = '[data-row], [data-card]'
const keyIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('[data-work-key]')

const workInMind = () =>
  keyIn(document.activeElement?.closest(holder)) ??
  keyIn([...document.querySelectorAll(`:is(${holder}):hover`)].at(-1)) ??
  document.querySelector<HTMLElement>('[data-work-key][data-is-of-page]')

async function copied(what: string, textOf: (work: { key: string; title: string }) => string) {
  const { workKey: key = '', title = '' } = workInMind()?.dataset ?? {}
  if (!key) return toast.error('Choose a task first: go to it by the keys, or point at it.')
  const text = textOf({ key, title })
  if (await copy(text, { title: `Copy ${what}`, message: `The ${what}, to be copied:` })) toast.success(`${text} copied.`)
}

export const copyingShortcuts: readonly Shortcut[] = [
  { group: 'Tasks', keys: '.', label: 'Copy the key of the task', run: () => void copied('key', ({ key }) => key) },
  {
    group: 'Tasks',
    keys: '. .',
    label: 'Copy its key and title, as the name of a branch',
    run: () => void copied('branch name', branchName),
  },
]
