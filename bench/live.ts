// Measures the sockets: the delay and throughput of chat messages, the memory of idle sockets, and reconnecting after a restart.

import { withCountedIds } from './ids.ts'
import { chatColumns, measureChat } from './live-chat.ts'
import { delayColumns, measureDelays } from './live-delay.ts'
import { type Columns, table } from './live-report.ts'
import { makeCrowd } from './live-scene.ts'
import { measureMemory, measureRestarts, memoryColumns, restartColumns } from './live-sockets.ts'
import { type Stage, startCrowd } from './live-stage.ts'
import { vacuum } from './scene.ts'
import type { Window } from './window.ts'

export const liveParts = ['live-delay', 'live-chat', 'live-memory', 'live-restart'] as const
export type LivePart = (typeof liveParts)[number]

type Options = { parts: readonly LivePart[]; window: Window; say: (text: string) => void }

/** Measures these parts, prints each as a table, and returns all figures. */
export async function measureLive(stage: Stage, { parts, window, say }: Options) {
  const live = {
    ...stage,
    window,
    scene: await withCountedIds(stage, () => makeCrowd(stage)),
    crowd: await startCrowd(stage.cleaning),
  }
  await vacuum(stage)
  const figures: Partial<Record<LivePart, object[]>> = {}
  const show = <Row extends object>(part: LivePart, rows: Row[], columns: Columns<Row>) => {
    figures[part] = rows
    say(`\n${part}\n${table(rows, columns)}`)
  }
  if (parts.includes('live-delay')) show('live-delay', await measureDelays(live), delayColumns)
  if (parts.includes('live-chat')) show('live-chat', await measureChat(live), chatColumns)
  if (parts.includes('live-memory')) show('live-memory', await measureMemory(live), memoryColumns)
  if (parts.includes('live-restart')) show('live-restart', await measureRestarts(live), restartColumns)
  return figures
}
