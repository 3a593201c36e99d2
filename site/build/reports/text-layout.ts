import type { PhrasingContent } from 'mdast'
import { palette } from '#shared/brand'
import type { TextStyle, Typesetter } from '#shared/pdf/typesetter'
import type { DrawingContext } from './drawing-context.ts'
import { codeScale, getBaseline, getLineHeight, type Setting } from './report-style.ts'

/** Part of a text in one typeface. */
interface Run {
  text: string
  face: TextStyle
  link?: string
  isStruck?: boolean
}

/** The runs of one line, from left to right. */
type Line = Run[]

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const dayAndMonth = new RegExp(`(\\d) (?=${months})`, 'g')

/** Source line breaks are spaces, as in a browser; a day stays with its month. */
const toLine = (text: string) => text.replace(/\s+/g, ' ').replace(dayAndMonth, '$1\u00a0')

/** Front matter text or a Markdown paragraph, with its emphasis, as runs. */
export function toRuns(content: string | readonly PhrasingContent[], face: TextStyle, link?: string): Run[] {
  if (typeof content === 'string') return [{ text: toLine(content), face }]
  return content.flatMap((node): Run[] => {
    switch (node.type) {
      case 'text':
        return [{ text: toLine(node.value), face, link }]
      case 'inlineCode': {
        const code: TextStyle = {
          ...face,
          family: 'ibm-plex-mono',
          style: 'normal',
          size: face.size * codeScale,
        }
        return [{ text: toLine(node.value), face: code, link }]
      }
      case 'break':
        return [{ text: '\n', face }]
      case 'strong':
        return toRuns(node.children, { ...face, weight: 600 }, link)
      case 'emphasis':
        return toRuns(node.children, { ...face, style: 'italic' }, link)
      case 'delete':
        return toRuns(node.children, face, link).map((run) => ({ ...run, isStruck: true }))
      case 'link':
        return toRuns(node.children, { ...face, color: palette.accentText }, node.url)
      default:
        return []
    }
  })
}

/** Words as pieces of runs, which may meet within a word; one list for each forced line. */
function listWords(runs: readonly Run[]): Run[][][] {
  const lines: Run[][][] = [[[]]]
  for (const run of runs) {
    for (const token of run.text.split(/([ \n])/)) {
      if (token === '\n') lines.push([[]])
      else if (token === ' ') lines.at(-1)?.push([])
      else if (token !== '')
        lines
          .at(-1)
          ?.at(-1)
          ?.push({ ...run, text: token })
    }
  }
  return lines
}

/** Whether a run has neither an underline nor a strikethrough. */
const isPlain = ({ link, isStruck = false }: Run) => link === undefined && !isStruck

/** Joins the words of a line; no link or struck-out text begins or ends with a space. */
function joinWords(words: readonly Run[][]): Line {
  const line: Line = []
  for (const [position, word] of words.entries()) {
    for (const [part, piece] of word.entries()) {
      const last = line.at(-1)
      const space = position > 0 && part === 0 ? ' ' : ''
      const isSame = last?.face === piece.face && last.link === piece.link && last.isStruck === piece.isStruck
      if (last && isSame) last.text += space + piece.text
      else if (last && isPlain(last)) {
        last.text += space
        line.push({ ...piece })
      } else if (last && space && !isPlain(piece)) line.push({ text: space, face: last.face }, { ...piece })
      else line.push({ ...piece, text: space + piece.text })
    }
  }
  return line
}

const widthOf = (set: Typesetter, runs: readonly Run[]): number =>
  runs.reduce((width, { face, text }) => width + set.measure(face, text), 0)

/** A last line of one word that is shorter than this fraction of the width gets a second word. */
const SHORTEST_LAST_WORD = 0.22

/** Breaks a text into lines of `width` points; a longer word gets its own line. */
export function breakLines(set: Typesetter, runs: readonly Run[], width: number): Line[] {
  const [first] = runs
  if (!first) return []
  return listWords(runs).flatMap((words) => {
    const lines: Run[][][] = [[]]
    let used = 0
    for (const word of words) {
      const own = widthOf(set, word)
      const space = set.measure((word[0] ?? first).face, ' ')
      if (used > 0 && used + space + own > width) {
        lines.push([])
        used = 0
      }
      lines.at(-1)?.push(word)
      used += own + (used > 0 ? space : 0)
    }
    const [last, before] = [lines.at(-1), lines.at(-2)]
    if (last?.length === 1 && before && before.length > 2 && used < SHORTEST_LAST_WORD * width) {
      last.unshift(...before.splice(-1))
    }
    return lines.map(joinWords)
  })
}

/** The minimum width in points at which a text has at most `most` lines; no less than its longest word. */
export function findMinimumWidth(set: Typesetter, runs: readonly Run[], most: number, width = 1000): number {
  const words = listWords(runs).flat()
  let narrow = Math.max(0, ...words.map((word) => widthOf(set, word)))
  let wide = width
  if (breakLines(set, runs, narrow).length <= most) return narrow
  while (wide - narrow > 0.5) {
    const middle = (narrow + wide) / 2
    if (breakLines(set, runs, middle).length > most) narrow = middle
    else wide = middle
  }
  return wide
}

/** As many lines as `width` needs, of equal length; for headings. */
export function breakBalancedLines(set: Typesetter, runs: readonly Run[], width: number): Line[] {
  const lines = breakLines(set, runs, width)
  return lines.length === 1 ? lines : breakLines(set, runs, findMinimumWidth(set, runs, lines.length, width))
}

/** Where lines are drawn: the left and top edge of the first and, for right-aligned text, their width. */
export interface Place {
  x: number
  y: number
  /** Right-aligned within this width. */
  alignedIn?: number
}

/** Draws lines as content of the open tag; links are tagged within it. */
export function drawLines(
  { document, set, tags }: DrawingContext,
  lines: Line[],
  setting: Setting,
  place: Place,
): void {
  const placed = lines.flatMap((line, position) => {
    const start = place.alignedIn === undefined ? 0 : place.alignedIn - widthOf(set, line)
    let x = place.x + start
    const y = place.y + position * getLineHeight(setting) + getBaseline(setting)
    return line.map((run, at) => {
      const own = { ...run, x, y, width: set.measure(run.face, run.text) }
      x += own.width
      // When read aloud, the last word of a line and the first of the next are separate.
      const isEnd = at === line.length - 1 && position < lines.length - 1
      return isEnd ? { ...own, text: `${run.text} ` } : own
    })
  })
  const draw = (run: (typeof placed)[number]) => {
    set.line(run.face, run.text, run.x, run.y)
    const ruleAt = run.link ? run.y + 1.4 : run.isStruck ? run.y - run.face.size * 0.28 : undefined
    if (ruleAt === undefined) return
    document.moveTo(run.x, ruleAt).lineTo(run.x + run.width, ruleAt)
    document.lineWidth(0.5).strokeColor(run.face.color).stroke()
  }
  for (let from = 0; from < placed.length; ) {
    const link = placed[from]?.link
    let to = from
    while (to < placed.length && placed[to]?.link === link) to++
    const part = placed.slice(from, to)
    const drawPart = () => part.forEach(draw)
    if (link === undefined) tags.content(drawPart)
    else {
      const areas = part.map(({ x, y, width, face }) => ({
        x,
        y: y - face.size,
        width,
        height: face.size * 1.3,
      }))
      tags.link({ url: link }, link, areas, drawPart)
    }
    from = to
  }
}
