import type { MantineColorsTuple } from '@mantine/core'
import type { Accent } from 'contract'

// Shade 4 is the bright tone; 7 is the first with AA contrast to white text.
const teal: MantineColorsTuple = [
  '#e9faf8',
  '#cff4ef',
  '#9fe9e0',
  '#5fdccf',
  '#00c4b4',
  '#00a99b',
  '#009286',
  '#007d73',
  '#00665e',
  '#004f49',
]
const gray: MantineColorsTuple = [
  '#f7f8f8',
  '#f0f2f2',
  '#e4e7e8',
  '#d3d8d9',
  '#b5bcbe',
  '#8b9497',
  '#5c666a',
  '#4d565a',
  '#31383b',
  '#191d1f',
]
const dark: MantineColorsTuple = [
  '#e6e9ea',
  '#c4cacc',
  '#a3abae',
  '#8b9497',
  '#363d40',
  '#2a3033',
  '#212629',
  '#171a1c',
  '#111415',
  '#0b0d0e',
]
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc2be',
  '#ff9c96',
  '#ff7a73',
  '#f25650',
  '#dc3d38',
  '#c42b27',
  '#a3211e',
  '#7f1a18',
]
const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#ffefc7',
  '#ffdf8f',
  '#fcca4f',
  '#efb424',
  '#cf9410',
  '#b07a08',
  '#8f6106',
  '#734d05',
  '#573a05',
]
const green: MantineColorsTuple = [
  '#edfaf0',
  '#d6f3dd',
  '#aee6bb',
  '#7dd592',
  '#51c06c',
  '#34a653',
  '#238c42',
  '#187536',
  '#125d2b',
  '#0d4721',
]
const blue: MantineColorsTuple = [
  '#eef5ff',
  '#dbe9ff',
  '#b7d2ff',
  '#8ab5fd',
  '#5f97f8',
  '#3f7cec',
  '#2c66d6',
  '#2254b5',
  '#1b4492',
  '#153470',
]
// The blue of what is in progress is too dark for a focus ring in the dark.
const azure: MantineColorsTuple = [
  '#f1f7fe',
  '#e2edfe',
  '#c6ddfe',
  '#a7cbfe',
  '#7ab1fe',
  '#5197f9',
  '#3681e7',
  '#206dd1',
  '#1358af',
  '#0e4489',
]
const iris: MantineColorsTuple = [
  '#f4f6fe',
  '#e9ebff',
  '#d5d9ff',
  '#bfc4ff',
  '#a1a7ff',
  '#888aff',
  '#7471f4',
  '#635dde',
  '#504abb',
  '#3e3993',
]
const plum: MantineColorsTuple = [
  '#fbf4fe',
  '#f7e7fd',
  '#f2cffd',
  '#e9b7f9',
  '#da95f0',
  '#c579dc',
  '#b261ca',
  '#9d4db4',
  '#823d96',
  '#652e76',
]
const rose: MantineColorsTuple = [
  '#fff3f7',
  '#fee6ef',
  '#ffcee0',
  '#feb3d1',
  '#fe89bc',
  '#ef66a6',
  '#db4c91',
  '#c4357e',
  '#a42667',
  '#801c50',
]
const rust: MantineColorsTuple = [
  '#fef4f0',
  '#fee8de',
  '#fed2be',
  '#feb99a',
  '#f5976c',
  '#e17b4a',
  '#ce632d',
  '#b75013',
  '#993e05',
  '#782f04',
]
const slate: MantineColorsTuple = [
  '#f4f6f9',
  '#e8edf3',
  '#d1dce9',
  '#bacadc',
  '#9bb1c9',
  '#8199b3',
  '#6b849f',
  '#59718b',
  '#475c73',
  '#364759',
]

/** What has one meaning everywhere: status, priority, role, charts and greys. */
export const colors = { teal, gray, dark, red, yellow, green, blue }

/** The colours that a workspace can choose. Red and yellow are missing: they mean that something is wrong. */
export const accentColors: Record<Accent, MantineColorsTuple> = { teal, blue: azure, iris, plum, rose, rust, green, slate }
