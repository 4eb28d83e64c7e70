/** Why a request was refused to protect the others: too many by one caller, too many attempts at a secret, or too much to do. */
export type RefusalReason = 'rate' | 'attempts' | 'overload' | 'unavailable' | 'handshakes'
type MailOutcome = 'sent' | 'failed' | 'refused' | 'not needed' | 'dropped'
type Answered = { method: string; route: string | undefined; status: number; milliseconds: number }

type Observer = {
  requestAnswered: (answered: Answered) => void
  requestRefused: (reason: RefusalReason) => void
  hashStarted: (kind: string, waitedMilliseconds: number) => void
  socketOpened: (route: string) => void
  socketClosed: (route: string) => void
  frameReceived: () => void
  frameSent: () => void
  frameDropped: (reason: 'too fast' | 'too slow') => void
  eventPublished: () => void
  busHeard: (delayMilliseconds: number) => void
  jobEnded: (queue: string, outcome: 'done' | 'failed', milliseconds: number) => void
  mailEnded: (outcome: MailOutcome) => void
}

/** The listeners that metrics add. Empty unless they are configured, so that nothing is counted for nobody. */
export const observer: Partial<Observer> = {}
