import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { PictureField } from '../ui/form/PictureField.tsx'
import { addressOfFace, useFace } from '../ui/pictures.ts'
import { Initials } from '../ui/text/Initials.tsx'

/** The picture that stands beside the person's name everywhere. */
export function OwnPicture() {
  const { id, name } = useMe()
  const address = useFace(id)
  const { mutateAsync: set } = useChange(api.pictures.setOwn, { touches: [api.pictures.list] })
  const { mutateAsync: remove } = useChange(api.pictures.removeOwn, { touches: [api.pictures.list] })
  return (
    <PictureField
      noun="picture"
      address={address}
      save={async (body) => addressOfFace(id, (await set({ body })).version)}
      remove={() => remove({})}
    >
      {(preview) => <Initials id={id} name={name} size={96} preview={preview} />}
    </PictureField>
  )
}
