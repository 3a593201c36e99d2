/** The site's fonts in a PDF, and text in any script set in fonts that contain it. */
import anyAscii from 'any-ascii'
import { type FontFace, getFontPath } from '#shared/font-path'
import { convertWoffToTrueType } from '#shared/woff-to-truetype'
import { hasRightToLeft, orderBidiRuns, reverse } from './bidirectional-text.ts'

type Document = PDFKit.PDFDocument

/** Font, size and color of a text. */
export interface TextStyle {
  family: FontFace['family']
  weight: FontFace['weight']
  style?: FontFace['style']
  /** Points. */
  size: number
  color: string
  /** Points added after each character. */
  spacing?: number
}

/** A font for characters that the site's own fonts do not contain. */
export interface ScriptFont {
  /** Name of the font in a document. */
  name: string
  /** A TrueType file. */
  bytes: Buffer
}

/** A character that no font contains, in Latin letters; by its number if it has none. */
const romanize = (character: string): string =>
  anyAscii(character) ||
  (/\p{M}/u.test(character) ? '' : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`)

const subsets = {
  'ibm-plex-sans': ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'],
  'ibm-plex-mono': ['latin', 'latin-ext', 'cyrillic', 'vietnamese'],
  'source-serif-4': ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'],
} as const

/** The part of pdfkit's open font that lists its characters; missing from its types. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Where pdfkit writes the operators of a page; missing from its types. */
interface PageContent {
  addContent(content: string): PageContent
}

const files = new Map<string, Buffer>()

function readFont(face: FontFace): Buffer {
  const path = getFontPath(face)
  let bytes = files.get(path)
  if (!bytes) {
    bytes = convertWoffToTrueType(path)
    files.set(path, bytes)
  }
  return bytes
}

/** Characters without a shape: they control how others are shaped, or have no meaning. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Characters that belong to the preceding one, in whichever font; joiners among them shape conjuncts. */
const DEPENDENT = /[\p{M}\p{Script=Common}\u200C\u200D]/u

interface Run {
  font: string
  text: string
  /** Runs in fonts of other scripts are shaped as a whole. */
  isShaped: boolean
}

/** Latin, Greek and Cyrillic: the width of a line is the sum of its words and blanks. */
const PLAIN = /^[\u0020-\u02AF\u0370-\u052F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20BF]*$/

/** Footer note of a document in which some text is romanized. */
export const ROMANIZED = 'Unsupported characters are shown in Latin letters'

const ASCII = /^[\x20-\x7E]*$/

/** Maximum number of cached word widths. */
const MAX_WORDS = 20_000

/** OpenType features beyond the font's standard ones; passing a list, even an empty one, shapes a run as a whole. */
const NO_FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = []

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Draws text in one document. Only the fonts needed are opened and embedded in the file. */
export class Typesetter {
  readonly #document: Document
  readonly #holds = new Map<string, (codePoint: number) => boolean>()
  readonly #fonts = new Map<string, string>()
  readonly #wordWidths = new Map<string, number>()
  readonly #scripts: readonly ScriptFont[]
  readonly #scriptNames: ReadonlySet<string>
  /** Whether a character is rendered in Latin letters because no font contains it. */
  romanized = false

  /** `scripts` are the fonts for characters missing in the site's own. */
  constructor(document: Document, scripts: readonly ScriptFont[] = []) {
    this.#document = document
    this.#scripts = scripts
    this.#scriptNames = new Set(scripts.map(({ name }) => name))
  }

  /** Opens a font on first use, and returns a function that checks whether it contains a character. */
  #open(name: string, read: () => Buffer): (codePoint: number) => boolean {
    let holds = this.#holds.get(name)
    if (!holds) {
      this.#document.registerFont(name, read())
      this.#document.font(name)
      const { font } = (this.#document as unknown as OpenFont)._font
      holds = (codePoint) => font.hasGlyphForCodePoint(codePoint)
      this.#holds.set(name, holds)
    }
    return holds
  }

  /** The first font of another script that contains a character. */
  #scriptFontFor(codePoint: number): string | undefined {
    return this.#scripts.find(({ name, bytes }) => this.#open(name, () => bytes)(codePoint))?.name
  }

  #fontFor(face: TextStyle, character: string): string | undefined {
    const { family, weight, style = 'normal' } = face
    const key = `${family} ${weight} ${style} ${character}`
    let name = this.#fonts.get(key)
    if (name === undefined) {
      const codePoint = character.codePointAt(0) ?? 0
      const subset = subsets[family].find((subset) =>
        this.#open(`${family} ${subset} ${weight} ${style}`, () =>
          readFont({ family, weight, style, subset }),
        )(codePoint),
      )
      name = subset ? `${family} ${subset} ${weight} ${style}` : (this.#scriptFontFor(codePoint) ?? '')
      this.#fonts.set(key, name)
    }
    return name || undefined
  }

  /** A text whose characters are all in a font: others are rendered in Latin letters. */
  #printable(face: TextStyle, text: string): string {
    if (ASCII.test(text)) return text
    const printable = Array.from(text, (character) =>
      INVISIBLE.test(character) || this.#fontFor(face, character) ? character : romanize(character),
    ).join('')
    if (printable !== text) this.romanized = true
    return printable
  }

  /** Whether a part of a text must be rendered in Latin letters. */
  isRomanized(face: TextStyle, text: string): boolean {
    return this.#printable(face, text) !== text
  }

  /** Parts of a line, each in a font that contains all of it, from left to right. */
  #split(face: TextStyle, line: string): Run[] {
    return orderBidiRuns(this.#printable(face, line)).flatMap(({ text, isRightToLeft }) => {
      const runs = this.#splitPart(face, text)
      if (!isRightToLeft) return runs
      // Shaping reverses letters of such scripts, together with the characters between them.
      return runs
        .reverse()
        .map((run) => (hasRightToLeft(run.text) ? run : { ...run, text: reverse(run.text) }))
    })
  }

  /** Parts of a text of one direction, in reading order. */
  #splitPart(face: TextStyle, text: string): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const run = runs.at(-1)
      const holdsToo = run && this.#holds.get(run.font)?.(character.codePointAt(0) ?? 0)
      if (holdsToo && run.isShaped && DEPENDENT.test(character)) {
        run.text += character
        continue
      }
      const font = this.#fontFor(face, character)
      // It is invisible.
      if (!font) continue
      if (run?.font === font) run.text += character
      else runs.push({ font, text: character, isShaped: this.#scriptNames.has(font) })
    }
    return runs
  }

  /** Width of a run with the space after its last character. */
  #widthOf({ font, text, isShaped }: Run, { size, spacing = 0 }: TextStyle): number {
    const width = this.#document
      .font(font)
      .fontSize(size)
      .widthOfString(text, isShaped ? { features: NO_FEATURES } : {})
    return width + spacing * text.length
  }

  /** Whether one of a face's own fonts contains a character. */
  holds(face: TextStyle, character: string): boolean {
    return this.#fontFor(face, character) !== undefined
  }

  /** Width in points. */
  measure(face: TextStyle, text: string): number {
    return this.#split(face, text).reduce((width, run) => width + this.#widthOf(run, face), 0)
  }

  /**
   * Draws with a text that is read instead of what is drawn (PDF 1.7, 14.9.4). It must be within the coordinates of the
   * drawn text, which pdfkit sets around each piece: outside them, readers look for the text elsewhere on the page.
   */
  #drawAs(text: string, draw: () => void): void {
    const document = this.#document as unknown as PageContent
    const add = document.addContent.bind(document)
    const actual = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')
    document.addContent = (content) => {
      if (content === 'BT') add(`/Span <</ActualText <${actual}>>> BDC`)
      add(content)
      return content === 'ET' ? add('EMC') : document
    }
    try {
      draw()
    } finally {
      document.addContent = add
    }
  }

  /** Draws one line with its left edge at `x`, or its right edge with `align`; `y` is its baseline. */
  line(face: TextStyle, text: string, x: number, y: number, align: 'left' | 'right' = 'left'): void {
    let at = align === 'right' ? x - this.measure(face, text) : x
    for (const run of this.#split(face, text)) {
      const width = this.#widthOf(run, face)
      const draw = () =>
        this.#document.fillColor(face.color).text(run.text, at, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(face.spacing && { characterSpacing: face.spacing }),
          ...(run.isShaped && { features: NO_FEATURES }),
        })
      // Shaping reorders and joins letters: the text to copy and read aloud is the original one.
      if (run.isShaped && !hasRightToLeft(run.text)) this.#drawAs(run.text, draw)
      else draw()
      at += width
    }
  }

  /** Width in points of a word, cached since words recur in many lines. */
  #wordWidth(face: TextStyle, word: string): number {
    const key = `${face.family} ${face.weight} ${face.style} ${face.size} ${face.spacing} ${word}`
    let width = this.#wordWidths.get(key)
    if (width === undefined) {
      width = this.measure(face, word)
      if (this.#wordWidths.size >= MAX_WORDS) this.#wordWidths.clear()
      this.#wordWidths.set(key, width)
    }
    return width
  }

  /** Breaks a text at its blanks by the widths of its words; undefined if a word must be split. */
  #wrapWords(face: TextStyle, text: string, width: number, most: number): string[] | undefined {
    const blank = this.#wordWidth(face, ' ')
    const lines: string[] = []
    let words: string[] = []
    let used = 0
    for (const word of text.split(' ')) {
      const own = this.#wordWidth(face, word)
      if (own > width) return undefined
      if (words.length > 0 && used + blank + own > width) {
        if (lines.length === most - 1) return this.#endInEllipsis(face, lines, words, width)
        lines.push(words.join(' '))
        words = []
      }
      used = words.length > 0 ? used + blank + own : own
      words.push(word)
    }
    return [...lines, words.join(' ')]
  }

  #endInEllipsis(face: TextStyle, lines: string[], words: string[], width: number): string[] | undefined {
    const last = [...words]
    while (last.length > 0) {
      const line = `${last.join(' ')}…`
      if (this.measure(face, line) <= width) return [...lines, line]
      last.pop()
    }
    return undefined
  }

  /** Breaks a text into at most `most` lines of `width` points; a longer text ends in an ellipsis. */
  wrap(face: TextStyle, text: string, width: number, most: number): string[] {
    const lines: string[] = []
    let rest = text.replace(/\s+/g, ' ').trim()
    if (rest === '') return lines
    const broken = PLAIN.test(rest) ? this.#wrapWords(face, rest, width, most) : undefined
    if (broken) return broken
    while (rest !== '') {
      const last = lines.length === most - 1
      const fits = this.measure(face, rest) <= width
      if (fits) return [...lines, rest]
      const cut = this.#fitting(face, rest, last ? width - this.measure(face, '…') : width)
      const blank = rest.lastIndexOf(' ', cut)
      const end = blank > 0 ? blank : cut
      if (last) return [...lines, `${rest.slice(0, end)}…`]
      lines.push(rest.slice(0, end))
      rest = rest.slice(end).trimStart()
    }
    return lines
  }

  /** The number of UTF-16 units of a text that fit, by bisection; never a part of a character, and at least one. */
  #fitting(face: TextStyle, text: string, width: number): number {
    let low = 1
    // No character is narrower than a tenth of its size: the rest of a long text is never measured.
    let high = Math.min(text.length, Math.ceil((width / face.size) * 10))
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.measure(face, text.slice(0, middle)) <= width) low = middle
      else high = middle - 1
    }
    // Letters stay with their combining marks: a cut within a character moves to its end or, if possible, to its
    // beginning.
    const { index, segment } = graphemes.segment(text).containing(low - 1) ?? { index: 0, segment: text }
    const end = index + segment.length
    return end <= low || index === 0 ? end : index
  }
}
