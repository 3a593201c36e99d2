import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export interface FontFace {
  family: 'source-serif-4' | 'ibm-plex-sans' | 'ibm-plex-mono'
  weight: 400 | 500 | 600
  style?: 'normal' | 'italic'
  subset?: 'latin' | 'latin-ext' | 'cyrillic' | 'greek' | 'vietnamese'
}

/** Path of a typeface's .woff file; PDF and SVG writers cannot read the .woff2 files the pages use. */
export function getFontPath({ family, weight, style = 'normal', subset = 'latin' }: FontFace): string {
  return require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-${style}.woff`)
}
