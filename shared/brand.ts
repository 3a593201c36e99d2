/** The product's default name. The site settings may show another; files made at build time keep this one. */
export const brandName = 'Lodefield'

/** The light tokens of site/styles/theme.css, used to draw files at build time. */
export const palette = {
  primary: '#f97316',
  accentText: '#a34b0e',
  accentOnSlate: '#f98b3e',
  surface: '#fffefb',
  paper: '#f6f4ef',
  ink: '#151b20',
  inkSecond: '#47525c',
  inkThird: '#5c6771',
  line: '#dcd6ca',
  lineStrong: '#b9b1a1',
  slate: '#18232b',
  slateLine: '#3b505c',
  onSlate: '#e9ecec',
  onSlateSecond: '#a9b6bd',
  contourOnSlate: '#5c7683',
} as const

/** The logo: two mountain ranges drawn as lines, in a square of `size` units. The far range has the ore color. */
export const mark = {
  size: 24,
  strokeWidth: 1.6,
  far: 'M3 19 9.5 6l3.2 6L15 8.5 21 19Z',
  near: 'M6.5 19 10 12.5l2 3.2 1.6-2.4L17 19',
} as const
