const meta = document.querySelector<HTMLMetaElement>('meta[name="atrium-domain"]')

/** Host and port of the main domain; a workspace's is this one with its subdomain before it. */
export const domain = meta?.content ?? window.location.host

export const isMainDomain = window.location.host === domain

export const mainOrigin = `${window.location.protocol}//${domain}`

/** A page of the main domain, as an address for any host. */
export const onMainDomain = (path: string) => (isMainDomain ? path : mainOrigin + path)

/** Where this workspace is. */
export const workspaceOrigin = (subdomain: string) => `${window.location.protocol}//${subdomain}.${domain}`
