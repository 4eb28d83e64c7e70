import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { observer } from '../observer.ts'

const busDelays = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Sockets and the bus. Frames are counted by plain numbers, because one message may be a thousand frames. */
export function countLive(registry: Registry, routes: readonly string[]) {
  const registers = [registry]
  const open = new Gauge({ name: 'atrium_sockets_open', help: 'Open sockets, by kind.', labelNames: ['socket'], registers })
  const dropped = new Counter({
    name: 'atrium_socket_frames_dropped_total',
    help: 'Frames not taken from a browser that sent too fast, or not sent to one that read too slowly.',
    labelNames: ['reason'],
    registers,
  })
  const busDelay = new Histogram({
    name: 'atrium_bus_delay_seconds',
    help: 'Time from publishing on the bus until this process hears itself.',
    buckets: busDelays,
    registers,
  })
  observer.socketOpened = (socket) => open.inc({ socket })
  observer.socketClosed = (socket) => open.dec({ socket })
  observer.frameDropped = (reason) => dropped.inc({ reason })
  observer.busHeard = (delay) => busDelay.observe(delay / 1000)
  observer.frameReceived = tally(registry, 'atrium_socket_frames_received_total', 'Frames received from browsers.')
  observer.frameSent = tally(registry, 'atrium_socket_frames_sent_total', 'Frames sent to browsers.')
  observer.eventPublished = tally(registry, 'atrium_events_published_total', 'Events published on the bus by this process.')
  for (const socket of routes) open.set({ socket }, 0)
  for (const reason of ['too fast', 'too slow']) dropped.inc({ reason }, 0)
}

/** A counter whose increments cost nothing. Returns the function that increments it. */
function tally(registry: Registry, name: string, help: string) {
  let count = 0
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(count)
    },
  })
  return () => void count++
}
