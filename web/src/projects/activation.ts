import type { Project } from 'contract'
import { useEffect, useRef } from 'react'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { useChangeProject } from './read.ts'

/** Why nothing can be changed. */
export const inactive = 'Project is inactive'

/** The button that gets the focus when it takes the place of the other one. */
let next: 'menu' | 'reactivate' | undefined

/** The ref of a button that takes the place of the other one, and its focus. */
export function useSwitcher(name: NonNullable<typeof next>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (next !== name) return
    next = undefined
    button.current?.focus({ preventScroll: true })
  }, [name])
  return button
}

/** A function that deactivates the project after a confirmation, or reactivates it. */
export function useActivation(project: Project) {
  const change = useChangeProject(project)
  return async (is_active: boolean) => {
    const isSure =
      is_active ||
      (await confirm({
        title: 'Deactivate project',
        message: `Deactivate ${project.name}? Everything in it is kept and can be read, but until it is reactivated nobody can change anything: developers can't update the status of their subtasks either.`,
        isDangerous: true,
      }))
    if (!isSure) return
    next = is_active ? 'menu' : 'reactivate'
    try {
      await change({ is_active })
      toast.success(is_active ? 'Project reactivated.' : 'Project deactivated.')
    } catch (error) {
      toast.error(messageOf(error, 'Something went wrong.', ['field', 'non_field_errors', 'detail']))
    }
  }
}
