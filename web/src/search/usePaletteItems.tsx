import type { SearchResult } from 'contract'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '../session/session.ts'
import type { Shortcut } from '../ui/hooks/shortcuts.ts'
import { matcherOf } from '../ui/list/search.ts'
import { addressOf } from './addresses.ts'
import { Marked } from './Marked.tsx'
import { recentPages } from './recent.ts'
import { usePaused, useSearch } from './useSearch.ts'
import { contextOf, oneOfType, TypeIcon } from './words.tsx'

/** A line of the palette. */
export type PaletteItem = {
  key: string
  icon: ReactNode
  title: ReactNode
  /** Its place or text. */
  context?: ReactNode
  /** Its kind, or its shortcut. */
  hint: string
  run: () => void
}
export type PaletteSection = { name: string; items: readonly PaletteItem[] }

const mostCommands = 5

type Options = {
  text: string
  /** The shortcuts of the page below. */
  commands: readonly Shortcut[]
  close: () => void
}

/** The palette's lines: recent pages and commands at first, then results. */
export function usePaletteItems({ text, commands, close }: Options) {
  const me = useMe()
  const navigate = useNavigate()
  const wanted = usePaused(text)
  const { found, error, isFetching, retry } = useSearch({ q: wanted, limit: '20' })
  const goTo = (to: string) => () => {
    close()
    void navigate(to)
  }
  const matches = matcherOf(text)

  const pages = recentPages(me.id).map(
    ({ type, title, to }): PaletteItem => ({
      key: to,
      icon: <TypeIcon type={type} />,
      title,
      hint: oneOfType[type],
      run: goTo(to),
    }),
  )
  const actions = commands
    .filter(({ label }) => matches(label))
    .map(
      ({ keys, label, run }): PaletteItem => ({
        key: `${keys} ${label}`,
        icon: <TypeIcon type="commands" />,
        title: label,
        hint: keys,
        run: () => {
          close()
          // The dialog has returned the focus to the page by then.
          setTimeout(() => run?.())
        },
      }),
    )
  const results = (found?.results ?? []).map(
    (result): PaletteItem => ({
      key: `${result.type} ${result.id}`,
      icon: <TypeIcon type={result.type} />,
      title: <Marked parts={result.title_parts} />,
      context: <Context result={result} />,
      hint: oneOfType[result.type],
      run: goTo(addressOf(result, me)),
    }),
  )
  const more: PaletteItem = {
    key: 'more',
    icon: null,
    title: found && found.count > results.length ? `All ${found.count} results, with filters` : 'Search with filters',
    hint: '',
    run: goTo(`/search?q=${encodeURIComponent(text.trim())}`),
  }
  const sections: PaletteSection[] =
    text.trim() === ''
      ? [
          { name: 'Recent', items: pages },
          { name: 'Commands', items: actions },
        ]
      : [
          { name: 'Commands', items: actions.slice(0, mostCommands) },
          { name: 'Results', items: results },
          { name: 'More', items: [more] },
        ]
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    isSearching: text.trim() !== '' && (isFetching || wanted !== text),
    isNothing: found !== undefined && !isFetching && results.length === 0,
    error,
    retry,
  }
}

const Context = ({ result }: { result: SearchResult }) => {
  const where = contextOf(result)
  return (
    <>
      {where}
      {where !== '' && result.excerpt.length > 0 && ' — '}
      <Marked parts={result.excerpt} />
    </>
  )
}
