const meta = document.querySelector<HTMLMetaElement>('meta[name="atrium-domain"]')

/** Host and port of the main domain. Workspaces are its subdomains. */
export const domain = meta?.content ?? window.location.host

export const isMainDomain = window.location.host === domain

export const mainOrigin = `${window.location.protocol}//${domain}`

/** The address of a page on the main domain, valid on every host. */
export const onMainDomain = (path: string) => (isMainDomain ? path : mainOrigin + path)

export const workspaceOrigin = (subdomain: string) => `${window.location.protocol}//${subdomain}.${domain}`
