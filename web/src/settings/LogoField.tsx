import { Text } from '@mantine/core'
import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { PictureField } from '../ui/form/PictureField.tsx'
import { addressOfLogo, useLogo } from '../ui/pictures.ts'
import { LogoImage, WorkspaceMark } from '../ui/shell/WorkspaceMark.tsx'
import styles from './LogoField.module.css'

/** The workspace's logo, as it looks on a light and on a dark page. */
export function LogoField() {
  const { tenant } = useMe()
  const logo = useLogo()
  const { mutateAsync: set } = useChange(api.pictures.setLogo, { touches: [api.pictures.list] })
  const { mutateAsync: remove } = useChange(api.pictures.removeLogo, { touches: [api.pictures.list] })
  return (
    <div>
      <Text fw="var(--weight-medium)" mb="xs">
        Logo
      </Text>
      <PictureField
        noun="logo"
        address={logo ? addressOfLogo(logo) : undefined}
        save={async (body) => addressOfLogo(await set({ body }))}
        remove={() => remove({})}
      >
        {(preview) => (
          <div className={styles.grounds}>
            {[styles.light, styles.dark].map((ground) => (
              <span key={ground} className={ground}>
                {preview ? <LogoImage src={preview} /> : <WorkspaceMark workspace={tenant?.name ?? ''} />}
              </span>
            ))}
          </div>
        )}
      </PictureField>
    </div>
  )
}
