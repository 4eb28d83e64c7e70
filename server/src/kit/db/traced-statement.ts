import { traced } from '../tracer.ts'

/** Runs a statement in a span, which shows its text only if its values are parameters. */
export const tracedStatement = <T>(text: string, hasParameters: boolean, run: () => Promise<T>) =>
  traced(
    /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
    { 'db.system.name': 'postgresql', ...(hasParameters && { 'db.query.text': text }) },
    run,
  )
