import { modals } from '@mantine/modals'
import { dialogsReady } from '../ui/feedback/confirm.tsx'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { upTo } from '../ui/theme/breakpoints.ts'
import { NewestVersion, Versions } from './Versions.tsx'
import type { VersionsOptions, VersionsStart } from './versions.ts'

/** Opens the dialog as soon as dialogs can open. */
export async function showVersions(start: VersionsStart, { restore }: VersionsOptions) {
  await dialogsReady
  const id = modals.open({
    title: 'comment_id' in start ? 'Versions of the comment' : 'Versions of the description',
    size: 'xl',
    fullScreen: window.matchMedia(upTo.tablet).matches,
    children: (
      <Loaded failed="The versions could not be loaded." skeleton={<SkeletonRows rows={4} />}>
        {'comment_id' in start ? (
          <NewestVersion comment_id={start.comment_id} restore={restore} close={() => modals.close(id)} />
        ) : (
          <Versions change_id={start.change_id} restore={restore} close={() => modals.close(id)} />
        )}
      </Loaded>
    ),
  })
}
