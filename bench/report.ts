import type { Figures } from './window.ts'

export type Row = { call: string; connections: number; server: Figures; sql: Figures | null; bare: Figures | null }

const blank = '-'
const number = (digits: number) => (value: number | null | undefined) => (value == null ? blank : value.toFixed(digits))
const rate = (value: number | null | undefined) => number(value != null && value < 100 ? 1 : 0)(value)
const ms = (value: number | null | undefined) =>
  number(value != null && value < 10 ? 2 : value != null && value < 100 ? 1 : 0)(value)
const us = number(0)
const share = (of: number, floor: number | undefined) => number(2)(floor ? of / floor : null)

type Column = { title: string; width: number; show: (row: Row) => string }

const groups: { title: string; columns: Column[] }[] = [
  {
    title: '',
    columns: [
      { title: 'call', width: -12, show: ({ call }) => call },
      { title: 'conns', width: 5, show: ({ connections }) => String(connections) },
    ],
  },
  {
    title: 'the server',
    columns: [
      { title: 'req/s', width: 6, show: ({ server }) => rate(server.per_second) },
      { title: 'p50 ms', width: 6, show: ({ server }) => ms(server.p50_ms) },
      { title: 'p99 ms', width: 6, show: ({ server }) => ms(server.p99_ms) },
      { title: 'node µs', width: 7, show: ({ server }) => us(server.server_us) },
      { title: 'db µs', width: 6, show: ({ server }) => us(server.database_us) },
    ],
  },
  {
    title: 'same SQL, pgbench',
    columns: [
      { title: '/s', width: 6, show: ({ sql }) => rate(sql?.per_second) },
      { title: 'p50 ms', width: 6, show: ({ sql }) => ms(sql?.p50_ms) },
      { title: 'db µs', width: 6, show: ({ sql }) => us(sql?.database_us) },
      { title: 'share', width: 5, show: ({ server, sql }) => share(server.per_second, sql?.per_second) },
    ],
  },
  {
    title: 'same bytes, node:http',
    columns: [
      { title: '/s', width: 6, show: ({ bare }) => rate(bare?.per_second) },
      { title: 'p50 ms', width: 6, show: ({ bare }) => ms(bare?.p50_ms) },
      { title: 'node µs', width: 7, show: ({ bare }) => us(bare?.server_us) },
      { title: 'share', width: 5, show: ({ server, bare }) => share(server.per_second, bare?.per_second) },
    ],
  },
]

const pad = (text: string, width: number) => (width < 0 ? text.padEnd(-width) : text.padStart(width))
const line = (write: (column: Column) => string) =>
  groups.map(({ columns }) => columns.map((column) => pad(write(column), column.width)).join('  ')).join('  │ ')
const widthOf = (columns: Column[]) => columns.reduce((sum, { width }) => sum + Math.abs(width) + 2, -2)

export const tableHead = () =>
  [groups.map(({ title, columns }) => title.padEnd(widthOf(columns))).join('  │ '), line(({ title }) => title)].join('\n')
export const tableRow = (row: Row) => line(({ show }) => show(row))
