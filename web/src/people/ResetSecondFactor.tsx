import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { ConfirmChange } from '../second-factor/ConfirmChange.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'

type Props = { person: { id: number; full_name: string }; isOpen: boolean; close: () => void }

/** Removes the second factor of somebody who has lost it, once the administrator is sure that it is them. */
export function ResetSecondFactor({ person: { id, full_name }, isOpen, close }: Props) {
  const { mutateAsync: reset } = useChange(api.secondFactor.reset, { touches: [api.employees.list, api.administrators.list] })
  return (
    <FormDialog isOpen={isOpen} close={close} title="Reset Second Factor">
      <ConfirmChange
        message={`${full_name} is logged out everywhere, and logs in with the password alone until they add another second factor. Do it only if you are sure that they asked for it themselves.`}
        submit="Reset Second Factor"
        isDangerous
        change={async (body) => {
          const { detail } = await reset({ params: { person_id: String(id) }, body })
          close()
          toast.success(detail)
        }}
        close={close}
      />
    </FormDialog>
  )
}
