/**
 * Replaces zod in the browser. The server validates every input, and the web app only needs the contract's routes and types.
 * The schemas would be a quarter of the first load.
 */
export const z: unknown = new Proxy(() => {}, {
  get: (_, name) => {
    if (name === 'parse' || name === 'safeParse') throw new Error('Schemas are judged by the server, not in the browser.')
    return typeof name === 'symbol' || name === 'then' ? undefined : z
  },
  apply: () => z,
})
