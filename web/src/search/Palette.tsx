import { Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchLength } from 'contract'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import type { Shortcut } from '../ui/hooks/shortcuts.ts'
import styles from './Search.module.css'
import { type PaletteItem, type PaletteSection, usePaletteItems } from './usePaletteItems.tsx'

type Props = { commands: readonly Shortcut[]; close: () => void }

/** One box for everything: pages, people, work, messages and the page's commands. The arrow keys choose, Enter opens. */
export function Palette({ commands, close }: Props) {
  return (
    <Modal.Root opened onClose={close} size={640} yOffset="12dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Search commands={commands} close={close} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ commands, close }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const { sections, isSearching, isNothing, error, retry } = usePaletteItems({ text, commands, close })
  const items = sections.flatMap((section) => section.items)
  const { active, choose, onKeyDown } = useActive(items, text)
  return (
    <>
      <TextInput
        size="md"
        variant="unstyled"
        className={styles.input}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active ? `${id} ${active.key}`.replaceAll(' ', '-') : undefined}
        aria-busy={isSearching}
        placeholder="Search or jump to…"
        autoComplete="off"
        maxLength={searchLength}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error && text.trim() !== '' && <Failed message="The search failed." hint={messageOf(error, '')} retry={retry} />}
      <div id={id} role="listbox" aria-label="Results" className={styles.list}>
        {sections.map((section) => (
          <Section key={section.name} id={id} section={section} active={active} choose={choose} />
        ))}
      </div>
      {isNothing && <p className={styles.nothing}>Nothing is called that, or says that.</p>}
      <VisuallyHidden role="status">{isSearching ? 'Searching' : text.trim() && `${items.length} entries`}</VisuallyHidden>
    </>
  )
}

/** The chosen line: the first one, until the arrow keys or the pointer choose another. */
function useActive(items: readonly PaletteItem[], text: string) {
  const [chosen, setChosen] = useState<{ key: string; text: string }>()
  const active = (chosen?.text === text ? items.find(({ key }) => key === chosen.key) : undefined) ?? items[0]
  const choose = (key: string) => setChosen({ key, text })
  const onKeyDown = (event: KeyboardEvent) => {
    const index = active ? items.indexOf(active) : -1
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      const next = items[(index + step + items.length) % items.length]
      if (next) choose(next.key)
    } else if (event.key === 'Enter') active?.run()
    else return
    event.preventDefault()
  }
  return { active, choose, onKeyDown }
}

type SectionProps = {
  id: string
  section: PaletteSection
  active: PaletteItem | undefined
  choose: (key: string) => void
}

const Section = ({ id, section: { name, items }, active, choose }: SectionProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
  <div role="group" aria-label={name}>
    <div className={styles.sectionName} aria-hidden>
      {name}
    </div>
    {items.map((item) => (
      <Option
        key={item.key}
        id={`${id} ${item.key}`.replaceAll(' ', '-')}
        item={item}
        isActive={item === active}
        choose={choose}
      />
    ))}
  </div>
)

type OptionProps = { id: string; item: PaletteItem; isActive: boolean; choose: (key: string) => void }

function Option({ id, item: { key, icon, title, context, hint, run }, isActive, choose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={() => choose(key)}
      onClick={run}
    >
      {icon}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {context && <span className={styles.context}>{context}</span>}
      </span>
      <span className={styles.hint}>{hint}</span>
    </div>
  )
}
