import { ActionIcon } from '@mantine/core'
import { IconMoodPlus, IconPencil, IconQuote } from '@tabler/icons-react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { useMe } from '../../../session/session.ts'
import { useLazyMenu } from '../../parts/useLazyMenu.ts'
import { addQuote, type Composer, type Quoted } from './quote.ts'
import { ReactionMenu } from './ReactionMenu.tsx'
import type { SetReactions } from './useReactions.ts'

type Props = {
  comment: Quoted & Reactive
  /** Shows its text. */
  content: RefObject<HTMLElement | null>
  composer: RefObject<Composer | null>
  react: SetReactions
  /** Absent if this person can't change it. */
  edit?: (() => void) | undefined
}
type Reactive = ComponentProps<typeof ReactionMenu>['comment']

/** The actions on a comment, apart from deleting it. */
export function CommentTools({ comment, content, composer, react, edit }: Props): ReactNode {
  const me = useMe()
  const quote = () => {
    if (composer.current) addQuote(comment, { content: content.current, me_id: me.id, to: composer.current })
  }
  return (
    <>
      <ReactButton comment={comment} react={react} />
      {comment.text && (
        // The text stays selected.
        <Tool label="Quote" onMouseDown={(event) => event.preventDefault()} onClick={quote}>
          <IconQuote size={15} />
        </Tool>
      )}
      {edit && (
        <Tool label="Edit comment" onClick={edit}>
          <IconPencil size={15} />
        </Tool>
      )}
    </>
  )
}

function ReactButton(props: Pick<Props, 'react'> & { comment: Reactive }) {
  const { isRendered, trigger, menu } = useLazyMenu()
  const target = (
    <Tool {...trigger} label="React">
      <IconMoodPlus size={15} />
    </Tool>
  )
  return isRendered ? <ReactionMenu {...props} menu={menu} target={target} /> : target
}

const Tool = ({ label, ...rest }: ComponentProps<typeof ActionIcon<'button'>> & { label: string }) => (
  <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={label} {...rest} />
)
