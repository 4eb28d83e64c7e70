import type { Logo } from 'contract'
import { addressOfLogo, useLogo } from '../pictures.ts'
import styles from './WorkspaceMark.module.css'

/** The workspace's logo, or else its initial. The name belongs beside it as text. */
export function WorkspaceMark({ workspace }: { workspace: string }) {
  const logo = useLogo()
  return logo ? (
    <LogoImage {...logo} src={addressOfLogo(logo)} />
  ) : (
    <span className={styles.badge} aria-hidden>
      {[...workspace][0]?.toUpperCase()}
    </span>
  )
}

type Props = { src: string } & Partial<Pick<Logo, 'width' | 'height' | 'ground'>>

/** The size makes room for the image before it has loaded. */
export const LogoImage = ({ src, width, height, ground }: Props) => (
  <img className={styles.logo} src={src} alt="" width={width} height={height} data-ground={ground ?? undefined} />
)
