import { applicationProblems, applicationRules, problemOf, type Rating } from 'contract'

type RatingValues = {
  /** From 1 to 5; empty before one is chosen. */
  stars: string
  comment: string
}

export const ratingForm = {
  blank: { stars: '', comment: '' } as RatingValues,
  from: ({ stars, comment }: Rating): RatingValues => ({ stars: String(stars), comment }),
  toBody: ({ stars, comment }: RatingValues) => ({ stars: Number(stars), comment }),
  problems: ({ stars, comment }: RatingValues) => ({
    stars: stars === '' ? applicationProblems.rating : undefined,
    comment: problemOf(applicationRules.comment, comment),
  }),
}

/** The sentence about the ratings of others that are hidden still; undefined if there are none. */
export function hiddenInWords(count: number) {
  if (count === 0) return undefined
  const [others, them] = count === 1 ? ['1 other person has', 'this rating'] : [`${count} others have`, 'their ratings']
  return `${others} rated. You see ${them} once you have given yours.`
}
