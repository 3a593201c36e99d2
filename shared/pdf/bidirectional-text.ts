/** The visual order of the parts of a line: Hebrew and Arabic run from right to left (UAX #9). */
import createBidi from 'bidi-js'

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const bidi = createBidi()

/** A part of a line in one direction. */
export interface BidiRun {
  /** In reading order. */
  text: string
  isRightToLeft: boolean
}

/** Splits a line into parts of one direction each, in visual order from left to right. */
export function orderBidiRuns(line: string): BidiRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }]
  const { levels } = bidi.getEmbeddingLevels(line)
  const parts: { text: string; level: number }[] = []
  for (let at = 0; at < line.length; at++) {
    const level = levels[at] ?? 0
    const last = parts.at(-1)
    if (last?.level === level) last.text += line.charAt(at)
    else parts.push({ text: line.charAt(at), level })
  }
  // From the deepest level up, parts at a level or deeper are reversed (rule L2).
  const deepest = Math.max(...parts.map(({ level }) => level))
  for (let level = deepest; level > 0; level--) {
    for (let from = 0; from < parts.length; from++) {
      let to = from
      while ((parts[to]?.level ?? -1) >= level) to++
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return parts.map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }))
}

/** Reverses a text without script-specific shaping; brackets are mirrored. */
export const reverse = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join('')

/** Whether a text contains letters that are shaped from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)
