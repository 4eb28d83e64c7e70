/**
 * Stands in for zod in the browser. The server judges every input; the web app needs the contract's routes and types
 * only, and a quarter of the first load would be schemas that nobody runs.
 */
export const z: unknown = new Proxy(() => {}, {
  get: (_, name) => {
    if (name === 'parse' || name === 'safeParse') throw new Error('Schemas are judged by the server, not in the browser.')
    return typeof name === 'symbol' || name === 'then' ? undefined : z
  },
  apply: () => z,
})
