import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'

type Props = ButtonProps & {
  /** Why it can't be used now; absent when it can. */
  reason?: string | undefined
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  type?: 'button' | 'submit'
  children: ReactNode
}

/** A button that, when it can't be used, stays reachable and says why. */
export function ReasonedButton({ reason, onClick, type = 'button', ...props }: Props) {
  const id = useId()
  if (!reason) return <Button type={type} onClick={onClick} {...props} />
  return (
    <>
      <Tooltip label={reason}>
        <Button
          type="button"
          {...props}
          data-disabled
          aria-disabled="true"
          aria-describedby={id}
          onClick={(e) => e.preventDefault()}
        />
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
