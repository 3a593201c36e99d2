import { Font } from '@react-pdf/renderer'
import { type FontFace, fontFile } from '#shared/font-files'
import { readAsTrueType } from '#shared/true-type'

/** Font names for styles: each falls back to the file with the letters of other European languages. */
export const families = {
  serif: ['Serif', 'Serif Extended'],
  sans: ['Sans', 'Sans Extended'],
  mono: ['Mono', 'Mono Extended'],
}

/** One font of a family, as styles name it. */
export interface Face {
  family: keyof typeof families
  weight: FontFace['weight']
  style?: FontFace['style']
}

const packages = { serif: 'source-serif-4', sans: 'ibm-plex-sans', mono: 'ibm-plex-mono' } as const
const faces: Face[] = [
  { family: 'serif', weight: 400 },
  { family: 'serif', weight: 500 },
  { family: 'sans', weight: 400 },
  { family: 'sans', weight: 400, style: 'italic' },
  { family: 'sans', weight: 500 },
  { family: 'sans', weight: 600 },
  { family: 'sans', weight: 600, style: 'italic' },
  { family: 'mono', weight: 400 },
  { family: 'mono', weight: 500 },
  { family: 'mono', weight: 600 },
]

/** Distance from the top of a line's box to its baseline, as a fraction of the font size. */
export const ascent = { serif: 1.036, sans: 1.025, mono: 1.025 }

const descriptorOf = ({ family, weight, style = 'normal' }: Face, position: 0 | 1 = 0) => ({
  fontFamily: families[family][position] ?? family,
  fontWeight: weight,
  fontStyle: style,
})

let loading: Promise<unknown> | undefined

/** Registers the fonts with the PDF writer and loads them; words are never hyphenated. */
export async function loadFonts(): Promise<void> {
  loading ??= registerFonts()
  await loading
}

async function registerFonts(): Promise<void> {
  for (const face of faces) {
    for (const [position, subset] of [
      [0, 'latin'],
      [1, 'latin-ext'],
    ] as const) {
      const { fontFamily, ...descriptor } = descriptorOf(face, position)
      const file = fontFile({ ...face, family: packages[face.family], subset })
      const src = `data:font/ttf;base64,${readAsTrueType(file).toString('base64')}`
      Font.register({ family: fontFamily, src, ...descriptor })
    }
  }
  Font.registerHyphenationCallback((word) => [word])
  await Promise.all(
    faces.flatMap((face) => [Font.load(descriptorOf(face, 0)), Font.load(descriptorOf(face, 1))]),
  )
}

const widths = new Map<string, number>()

/** Width of a text in points, as it will be rendered. The fonts must be loaded. */
export function measureText(face: Face, text: string, size: number): number {
  const key = `${face.family} ${face.weight} ${face.style ?? ''} ${text}`
  const measured = widths.get(key)
  if (measured !== undefined) return measured * size
  const font = dataOf(face, 0)
  const width = font.layout(text).advanceWidth / font.unitsPerEm
  widths.set(key, width)
  return width * size
}

/** Characters of a text that the fonts do not have; they would be rendered as empty boxes. */
export function findUnsettable(text: string): string[] {
  const sans: Face = { family: 'sans', weight: 400 }
  const fonts = [dataOf(sans, 0), dataOf(sans, 1)]
  const holds = (character: string) =>
    fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return [...new Set(text)].filter((character) => !/\s/.test(character) && !holds(character))
}

function dataOf(face: Face, position: 0 | 1) {
  const font = Font.getFont(descriptorOf(face, position))?.data
  if (!font) throw new Error(`The font ${families[face.family][position]} is not loaded`)
  return font
}
