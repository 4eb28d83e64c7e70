import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { copy } from '../ui/feedback/copy.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { formatMoment } from '../ui/text/dates.ts'

// Long reasons from the server stay longer, 60 ms a character.
export const fail = (message: string) => toast.error(message, { autoClose: Math.max(quick.autoClose, message.length * 60) })

/** Copies the link of a pending invitation, which `ask` gets from the server. */
export async function copyInvitation(
  { full_name }: { full_name: string },
  ask: () => Promise<{ link: string; expires_at: string }>,
) {
  try {
    const { link, expires_at } = await ask()
    const until = `It works once, until ${formatMoment(expires_at)}.`
    const message = `With this link ${full_name} sets a password. ${until}`
    if (await copy(link, { title: 'Invitation link', message })) toast.success(`Link copied. ${until}`, quick)
  } catch (error) {
    fail(messageOf(error, 'Failed to copy the link.', ['detail', 'field']))
  }
}

/** Asks, and sends another mail by `send`. */
export async function resendInvitation({ email }: { email: string }, send: () => Promise<unknown>) {
  const message = `Send a new invitation to ${email}? The link in the earlier one stops working.`
  if (!(await confirm({ title: 'Resend invitation', message }))) return
  try {
    await send()
    toast.success('Invitation resent successfully.', quick)
  } catch (error) {
    fail(messageOf(error, 'Failed to resend invitation.', ['detail', 'field']))
  }
}
