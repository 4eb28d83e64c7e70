import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { dialogsCanOpen } from './confirm.tsx'

/** The container of dialogs and notifications, once per page. */
export function Overlays() {
  useEffect(dialogsCanOpen, [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="top-center" autoClose={4000} limit={4} transitionDuration={120} zIndex={500} />
    </>
  )
}
