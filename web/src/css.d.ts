/** `classes.test.ts` compares the names with the style sheets. As strings of an index signature they would be `string | undefined`. */
declare module '*.module.css' {
  // biome-ignore lint/suspicious/noExplicitAny: the only type that indexing leaves as it is
  const classes: { readonly [name: string]: any }
  export default classes
}

declare module '*.css' {}

/** The address of a file that the build copies. */
declare module '*?url' {
  const address: string
  export default address
}
