/** The scripts and styles of each page by its address, written by the build. A parameter is an id. */
export type FirstFiles = Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>

/** Returns the app's document for an address, with links to the files that its page needs, so that the browser loads all at once. */
export function firstLinks(html: string, files: FirstFiles) {
  const isNew = (file: string) => !html.includes(`"${file}"`)
  const documents = Object.entries(files).map(([path, { scripts, styles }]) => {
    const links = [
      ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
      ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ]
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '\\d{1,18}')}/?$`)
    return { pattern, document: html.replace('</head>', `${links.join('')}</head>`) }
  })
  return (url: string) => {
    const [address = '/'] = url.split('?')
    return documents.find(({ pattern }) => pattern.test(address))?.document ?? html
  }
}
