import marks from '../ui/theme/badges.module.css'

/** Marks the location of people for whom none is entered. */
export const DefaultMark = () => (
  <span className={marks.mark} data-tone="plain" title="For people without a location">
    Default
  </span>
)
