import { Select } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { useDraftFiles } from '../../files/useDraftFiles.ts'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RequestForm } from './RequestForm.tsx'

type Person = { id: number; full_name: string }
type Props = {
  /** The person for whom HR enters leave. */
  person?: Person
  /** HR chooses the person in the dialog. */
  choosesPerson?: boolean
  close: () => void
}

/** A request for one's own leave, or leave that HR enters for somebody else, which is approved with that. */
export function RequestDialog({ person: given, choosesPerson = false, close }: Props) {
  const me = useMe()
  const [person, setPerson] = useState(given)
  const isForOther = choosesPerson || (given !== undefined && given.id !== me.id)
  const subject = person ?? (choosesPerson ? undefined : { id: me.id, full_name: me.name })
  usePreload(api.leaveTypes.list, {})
  usePreload(api.directory.list, {})
  const drafts = useDraftFiles({ leave_of: subject?.id ?? me.id })
  const leave = () => {
    drafts.forget()
    close()
  }
  return (
    <FormDialog
      isOpen
      close={leave}
      title={isForOther ? (given ? `Enter Leave for ${given.full_name}` : 'Enter Leave') : 'Request Leave'}
      size={860}
    >
      <Loaded skeleton={<SkeletonRows rows={10} />} failed="The types of leave could not be loaded.">
        {choosesPerson && <PersonField choose={setPerson} />}
        {subject && <RequestForm key={subject.id} person={subject} drafts={drafts} close={leave} />}
      </Loaded>
    </FormDialog>
  )
}

function PersonField({ choose }: { choose: (person: Person) => void }) {
  const { id: me } = useMe()
  const people = useData(api.directory.list, {}).filter(({ id }) => id !== me)
  return (
    <Select
      label="Person"
      placeholder="Search by name"
      data={people.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
      searchable
      openOnFocus={false}
      withAsterisk
      data-autofocus
      mb="md"
      limit={50}
      nothingFoundMessage="Nobody has this name."
      onChange={(id) => {
        const person = people.find((each) => String(each.id) === id)
        if (person) choose(person)
      }}
    />
  )
}
