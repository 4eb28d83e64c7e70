import { type ComponentType, useState } from 'react'
import { toast } from '../feedback/toast.tsx'
import type { CalendarProps } from './Calendar.tsx'

// The calendar and its library are large, so they are loaded when first needed.
const load = () => import('./Calendar.tsx')

/** A calendar that opens once it has been loaded. */
export function useCalendar(failed = 'The calendar could not be loaded. You can type the date.') {
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>()
  const [isOpen, setOpen] = useState(false)
  return {
    Calendar,
    isOpen,
    prepare: () => void load().catch(() => {}),
    close: () => setOpen(false),
    /** Loads the calendar first: the focus must find the day when the dialog opens. */
    open: async () => {
      try {
        const module = await load()
        setCalendar(() => module.Calendar)
        setOpen(true)
      } catch {
        toast.error(failed)
      }
    },
  }
}
