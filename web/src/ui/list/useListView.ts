import { oneOf, useAddress } from '../hooks/address.ts'
import { type Sort, sortOf, textOf } from './sort.ts'

type Options<Key extends string, Choices> = {
  /** The sort keys, the default first. */
  sortKeys: readonly [Key, ...Key[]]
  /** The filters' values by query parameter. */
  choices: Choices
}

/** The search, filters, order and page of a page's main list, kept in the address. */
export function useListView<const Key extends string, const Choices extends Record<string, readonly string[]>>({
  sortKeys,
  choices,
}: Options<Key, Choices>) {
  type Chosen = { [Name in keyof Choices]: Choices[Name][number] | '' }
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const chosen = Object.fromEntries(
    Object.entries(choices).map(([name, values]) => [name, oneOf(values, params.get(name)) ?? '']),
  ) as Chosen
  const sort = sortOf(sortKeys, params.get('sort') ?? '')
  const sortBy = (by: Sort<Key>) => put({ sort: textOf(by) === sortKeys[0] ? '' : textOf(by), page: '' })
  const none = Object.fromEntries(Object.keys(choices).map((name) => [name, '']))
  return {
    search,
    chosen,
    sort,
    order: textOf(sort),
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    isFiltered: search.trim() !== '' || Object.values(chosen).some(Boolean),
    searchFor: (text: string) => put({ search: text, page: '' }),
    choose: (name: keyof Choices & string, value: string) => put({ [name]: value, page: '' }),
    sortBy,
    orderBy: (text: string) => sortBy(sortOf(sortKeys, text)),
    goTo: (page: number) => put({ page: page === 1 ? '' : String(page) }),
    clear: () => put({ search: '', page: '', ...none }),
  }
}

/** The part of the view that a toolbar needs. */
export type ListView = {
  search: string
  chosen: Readonly<Record<string, string>>
  isFiltered: boolean
  /** The sort order as in the address. */
  order: string
  searchFor(text: string): void
  choose(name: string, value: string): void
  orderBy(text: string): void
  clear(): void
}
