/** `title`, `title and department`, `title, department and location` */
export const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
