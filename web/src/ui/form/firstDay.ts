import type { FirstDay } from 'contract'
import { createContext } from 'react'

/** The day on which the weeks of every calendar begin. */
export const FirstDayContext = createContext<FirstDay>(1)
