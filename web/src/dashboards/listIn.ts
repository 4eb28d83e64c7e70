/** The list from which the person came, if they followed one of its links. */
export const listIn = (state: unknown) => (isPlace(state) ? { pathname: state.pathname, search: state.search } : undefined)

const isPlace = (state: unknown): state is { pathname: string; search: string } =>
  typeof state === 'object' &&
  state !== null &&
  'pathname' in state &&
  typeof state.pathname === 'string' &&
  'search' in state &&
  typeof state.search === 'string'
