import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** Where dialogs and notifications appear. Once on a page. */
export const Overlays = () => (
  <>
    <ModalsProvider>{null}</ModalsProvider>
    <Notifications position="top-center" autoClose={4000} limit={4} transitionDuration={120} zIndex={500} />
  </>
)
