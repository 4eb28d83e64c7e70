import type { ReactNode } from 'react'

type Props = { title: string; lead: ReactNode; changed?: string; children: ReactNode }

/** A page of text. `changed` is the date of its last edit. */
export const Article = ({ title, lead, changed, children }: Props) => (
  <article className="article inner">
    <h1>{title}</h1>
    <p className="lead">{lead}</p>
    {changed && <p className="note">Last changed on {changed}</p>}
    {children}
  </article>
)

export const supportAddress = 'support@__HOSTNAME__'

export const SupportLink = () => <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
