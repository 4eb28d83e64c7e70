import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { ratings } from 'contract'
import styles from './Ratings.module.css'

/** One to five stars. Their words are beside them. */
export const Stars = ({ stars }: { stars: number }) => (
  <span className={styles.stars} aria-hidden>
    {ratings.map((each) => (each <= stars ? <IconStarFilled key={each} size={15} /> : <IconStar key={each} size={15} />))}
  </span>
)
