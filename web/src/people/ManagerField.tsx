import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useRef } from 'react'
import { readOf } from '../api/data.ts'
import { managersQuery } from './read.ts'

type ManagerProps = {
  form: { values: { manager: string }; field: (name: 'manager') => object; set: (name: 'manager', id: string) => void }
  /** Whether the person came to staff a team: the only project manager there is is then chosen already. */
  isWanted: boolean
}

/** The project manager of a new developer. */
export function ManagerField({ form: { values, field, set }, isWanted }: ManagerProps) {
  const { data } = useQuery(readOf(api.employees.list, managersQuery))
  const managers = data?.results ?? []
  const only = isWanted && managers.length === 1 ? String(managers[0]?.id) : undefined
  const isUntouched = useRef(true)
  useEffect(() => {
    if (only && isUntouched.current && values.manager === '') set('manager', only)
    if (data) isUntouched.current = false
  }, [data, only, values.manager, set])
  return (
    <NativeSelect
      label="Project Manager"
      name="manager"
      description={managers.length === 0 && data ? 'There is no project manager yet. You can assign one later.' : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: 'Nobody yet' },
        ...managers.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
      ]}
      {...field('manager')}
    />
  )
}
