import { Button, Text } from '@mantine/core'
import type { Application, Rating } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { PersonSection } from '../../directory/person/PersonSection.tsx'
import { useMe } from '../../session/session.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { starNames, starsInWords } from '../words.ts'
import { hiddenInWords } from './form.ts'
import { RatingForm } from './RatingForm.tsx'
import styles from './Ratings.module.css'
import { Stars } from './Stars.tsx'

/** The person's own rating, and then those of others. */
export function Ratings({ application }: { application: Application }) {
  const { own_rating: own, other_ratings: others, other_ratings_count: count } = application
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const isLeft = useRef(false)
  const close = () => {
    isLeft.current = true
    setEditing(false)
  }
  // The button is there again once the form is gone.
  useEffect(() => {
    if (isLeft.current) edit.current?.focus()
    isLeft.current = false
  })
  const hidden = others === null ? hiddenInWords(count) : undefined
  return (
    <PersonSection
      id="ratings"
      title="Ratings"
      note={hidden}
      actions={
        own &&
        !isEditing && (
          <Button ref={edit} variant="default" size="xs" onClick={() => setEditing(true)}>
            Change Yours
          </Button>
        )
      }
    >
      {(!own || isEditing) && (
        <RatingForm application_id={application.id} own={own} close={own ? close : undefined} onSaved={close} />
      )}
      {own && (
        <ul className={styles.list} aria-labelledby="ratings">
          {[...(isEditing ? [] : [own]), ...(others ?? [])].map((rating) => (
            <One key={rating.by.id} rating={rating} />
          ))}
        </ul>
      )}
      {own && others?.length === 0 && !isEditing && (
        <Text inherit c="dimmed" mt="sm">
          Nobody else has rated yet.
        </Text>
      )}
    </PersonSection>
  )
}

function One({ rating: { by, stars, comment, at } }: { rating: Rating }) {
  const { id: me } = useMe()
  return (
    <li className={styles.rating}>
      <Initials id={by.id} name={by.full_name} />
      <div className={styles.words}>
        <div className={styles.head}>
          <strong className={styles.name}>{by.id === me ? 'You' : by.full_name}</strong>
          <span className={styles.verdict} role="img" aria-label={starsInWords(stars)}>
            <Stars stars={stars} />
            {starNames[stars - 1]}
          </span>
          <span className="fine">
            <RelativeTime at={at} />
          </span>
        </div>
        {comment && (
          <div className={styles.lines}>
            <LinkedText>{comment}</LinkedText>
          </div>
        )}
      </div>
    </li>
  )
}
