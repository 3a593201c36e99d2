/** Fonts for scripts that the site's own fonts do not contain. Only those that a text needs are read from disk. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ScriptFont } from '#shared/pdf/typesetter'
import { convertWoffToTrueType } from '#shared/woff-to-truetype'

const require = createRequire(import.meta.url)

/** Fonts with one file per script. */
const families = [
  { name: 'ibm-plex-sans-arabic', subset: 'arabic', script: /\p{Script_Extensions=Arabic}/u },
  { name: 'ibm-plex-sans-hebrew', subset: 'hebrew', script: /\p{Script_Extensions=Hebrew}/u },
  { name: 'ibm-plex-sans-thai', subset: 'thai', script: /\p{Script_Extensions=Thai}/u },
  { name: 'ibm-plex-sans-devanagari', subset: 'devanagari', script: /\p{Script_Extensions=Devanagari}/u },
] as const

/** Variable fonts with one file per script. */
const variableFamilies = [
  { subset: 'armenian', script: /\p{Script=Armenian}/u },
  { subset: 'bengali', script: /\p{Script=Bengali}/u },
  { subset: 'ethiopic', script: /\p{Script=Ethiopic}/u },
  { subset: 'georgian', script: /\p{Script=Georgian}/u },
  { subset: 'gujarati', script: /\p{Script=Gujarati}/u },
  { subset: 'gurmukhi', script: /\p{Script=Gurmukhi}/u },
  { subset: 'kannada', script: /\p{Script=Kannada}/u },
  { subset: 'khmer', script: /\p{Script=Khmer}/u },
  { subset: 'lao', script: /\p{Script=Lao}/u },
  { subset: 'malayalam', script: /\p{Script=Malayalam}/u },
  { subset: 'oriya', script: /\p{Script=Oriya}/u },
  { subset: 'sinhala', script: /\p{Script=Sinhala}/u },
  { subset: 'tamil', script: /\p{Script=Tamil}/u },
  { subset: 'telugu', script: /\p{Script=Telugu}/u },
] as const

/** Variable fonts that are split into a hundred files by character. */
const slicedFamilies = [
  { name: 'noto-sans-kr', script: /\p{Script_Extensions=Hangul}/u },
  // Simplified and traditional forms, those of Japan and both kana.
  {
    name: 'noto-sans-sc',
    script: /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u,
  },
] as const

/** Characters before Armenian in Unicode are in the site's own fonts or in none. */
const BEYOND_SITE_FONTS = /[\u0531-\u{10FFFF}]/u

/** Maximum number of files of a sliced family in one document: enough for any everyday text. */
const MAX_SLICES = 60

/** One weight is enough for names and descriptions: emphasis does not justify reading every file twice. */
const WEIGHT = 400

type Range = readonly [first: number, last: number]

function readRanges(text: string): Range[] {
  return text.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

/** The ranges of the files of a family, by the name of the file's part. */
const readSlices = async (family: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(require.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'))

/** A TrueType file of one weight with some characters of a variable font. */
async function readWeight(path: string, characters: string): Promise<Buffer> {
  // Loaded on demand: few documents need it.
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await readFile(require.resolve(path)), characters, {
    targetFormat: 'sfnt',
    variationAxes: { wght: WEIGHT },
  })
}

const wholeFonts = new Map<string, Promise<Buffer>>()

/** All characters of a script: shaping splits some vowels into signs that the text does not contain. */
function readWholeScript(subset: string): Promise<Buffer> {
  const family = `noto-sans-${subset}`
  let font = wholeFonts.get(subset)
  if (!font) {
    font = readSlices(family).then((slices) => {
      const characters = readRanges(slices[subset] ?? '').flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
      )
      return readWeight(
        `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`,
        characters.join(''),
      )
    })
    // A file that could not be read is retried.
    font.catch(() => wholeFonts.delete(subset))
    wholeFonts.set(subset, font)
  }
  return font
}

/** Files of a sliced family, each with the characters needed from it. */
async function findSlices(family: string, characters: readonly string[]) {
  return Object.entries(await readSlices(family))
    .map(([slice, text]) => {
      const ranges = readRanges(text)
      const isWithin = (codePoint: number) =>
        ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
      return {
        path: `@fontsource-variable/${family}/files/${family}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`,
        wanted: characters.filter((character) => isWithin(character.codePointAt(0) ?? 0)).join(''),
      }
    })
    .filter(({ wanted }) => wanted !== '')
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Reads the fonts for the characters of these scripts in a text, if any. Other requests run between two files. */
export async function loadScriptFonts(texts: readonly string[]): Promise<ScriptFont[]> {
  // Most texts contain none: checking each character of all texts would block other requests.
  const unusual = new Set(texts.filter((text) => BEYOND_SITE_FONTS.test(text)).join(''))
  const characters = [...unusual].filter((character) => BEYOND_SITE_FONTS.test(character))
  const faces: ScriptFont[] = []
  for (const { name, subset, script } of families) {
    if (!characters.some((character) => script.test(character))) continue
    const path = require.resolve(`@fontsource/${name}/files/${name}-${subset}-${WEIGHT}-normal.woff`)
    faces.push({ name, bytes: convertWoffToTrueType(path) })
  }
  for (const { subset, script } of variableFamilies) {
    if (!characters.some((character) => script.test(character))) continue
    faces.push({ name: `noto-sans-${subset}`, bytes: await readWholeScript(subset) })
    await nextTurn()
  }
  for (const { name, script } of slicedFamilies) {
    const needed = characters.filter((character) => script.test(character))
    if (needed.length === 0) continue
    for (const { path, wanted } of (await findSlices(name, needed)).slice(0, MAX_SLICES)) {
      faces.push({ name: path, bytes: await readWeight(path, wanted) })
      await nextTurn()
    }
  }
  return faces
}
