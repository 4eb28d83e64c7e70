import styles from './WorkKey.module.css'

type Props = {
  /** A task or subtask. */
  of: { key: string; title: string }
  /** It is what the page is about, not one of several. */
  isOfPage?: boolean
}

/** The key of a task or subtask, such as `WEB-42`, for the eye and for the shortcuts that copy it. Absent until it has one. */
export const WorkKey = ({ of: { key, title }, isOfPage }: Props) =>
  key && (
    <span className={`fine tabular ${styles.key}`} data-work-key={key} data-title={title} data-is-of-page={isOfPage}>
      {key}
    </span>
  )
