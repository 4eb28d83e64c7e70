import { ActionIcon, Anchor } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import type { Location } from 'contract'
import { Link } from 'react-router'
import { useMinute } from '../ui/hooks/useMinute.ts'
import { timeIn } from '../ui/text/dates.ts'
import { mailAddress } from '../ui/text/links.tsx'
import styles from './contact.module.css'

export const EmailLink = ({ email }: { email: string }) => (
  <Anchor href={mailAddress(email)} inherit>
    {email}
  </Anchor>
)

/** A number to call. People also write extensions and words, which no phone can dial. */
export function PhoneLink({ phone }: { phone: string }) {
  const number = phone.replace(/[\s()./-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return phone
  return (
    <Anchor href={`tel:${number}`} inherit>
      {phone}
    </Anchor>
  )
}

/** The time zone of a place in words, and the time that it is there. */
export function LocalTime({ timezone }: Pick<Location, 'timezone'>) {
  const now = useMinute()
  return (
    <>
      {timezone.replaceAll('_', ' ')} · <span className={`${styles.time} tabular`}>{timeIn(timezone, now)}</span>
    </>
  )
}

export const messageAddress = (person_id: number) => `/chat?person=${person_id}`

/** Opens the private chat with a person. */
export const MessageLink = ({ person: { id, full_name } }: { person: { id: number; full_name: string } }) => (
  <ActionIcon
    component={Link}
    to={messageAddress(id)}
    variant="subtle"
    color="gray"
    c="dimmed"
    size={32}
    aria-label={`Message ${full_name}`}
    title="Message"
  >
    <IconMessageCircle size={18} aria-hidden />
  </ActionIcon>
)
