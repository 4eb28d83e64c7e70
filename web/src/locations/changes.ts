import { type Args, api, type Holiday, type Location } from 'contract'
import { useChange, useData, usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { offerUndo } from '../ui/feedback/undo.tsx'
import { removalInWords } from './words.ts'

const touches = [api.locations.list, api.locations.holidays, api.directory.list, api.directory.get]

/** The locations by name, without those that are being deleted. */
export function useLocations(): readonly Location[] {
  const locations = useData(api.locations.list, {})
  const removed = usePending(api.locations.remove).map(({ params }) => Number(params.location_id))
  return locations.filter(({ id }) => !removed.includes(id))
}

type NewLocation = Args<typeof api.locations.create>['body']
type LocationChange = Args<typeof api.locations.update>['body']

export function useLocationChanges() {
  const { mutateAsync: create } = useChange(api.locations.create, { touches })
  const { mutateAsync: update } = useChange(api.locations.update, { touches })
  return {
    add: (body: NewLocation) => create({ body }),
    change: (id: number, body: LocationChange) => update({ params: { location_id: String(id) }, body }),
  }
}

type Removal = { people: number; others: readonly Location[] }

/** A function that asks, and then deletes a location. */
export function useLocationRemoval() {
  const { mutateAsync } = useChange(api.locations.remove, { touches })
  return async (location: Location, concerned: Removal) => {
    const message = removalInWords(location, concerned)
    if (!(await confirm({ title: 'Delete location', message, isDangerous: true }))) return
    // The row with the focus disappears at once.
    document.getElementById('locations')?.focus({ preventScroll: true })
    try {
      await mutateAsync({ params: { location_id: String(location.id) } })
      toast.success('Location deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The location could not be deleted.'), quick)
    }
  }
}

type HolidayBody = Args<typeof api.locations.addHoliday>['body']

export function useHolidayChanges(location_id: number) {
  const read = { touches: [api.locations.holidays] }
  const { mutateAsync: create } = useChange(api.locations.addHoliday, read)
  const { mutateAsync: update } = useChange(api.locations.changeHoliday, read)
  const { mutateAsync: remove } = useChange(api.locations.removeHoliday, read)
  const add = (body: HolidayBody) => create({ params: { location_id: String(location_id) }, body })
  return {
    add,
    change: (id: number, body: Partial<HolidayBody>) => update({ params: { holiday_id: String(id) }, body }),
    /** Deletes a holiday, and offers to enter it again. */
    async remove({ id, ...holiday }: Holiday) {
      // The row with the focus disappears at once.
      document.getElementById('holidays')?.focus({ preventScroll: true })
      try {
        await remove({ params: { holiday_id: String(id) } })
      } catch (error) {
        return toast.error(messageOf(error, 'The holiday could not be deleted.'), quick)
      }
      offerUndo({
        message: `${holiday.name} deleted.`,
        undo: () => add(holiday),
        undone: 'Holiday restored.',
        failed: 'The holiday could not be restored.',
      })
    },
  }
}
