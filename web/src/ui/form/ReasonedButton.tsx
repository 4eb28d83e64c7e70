import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'

type Props = ButtonProps & {
  /** Why it is disabled; absent while it is enabled. */
  reason?: string | undefined
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  type?: 'button' | 'submit'
  children: ReactNode
}

/** A button that stays focusable and says why while it is disabled. */
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
