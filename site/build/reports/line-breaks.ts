/** A last line shorter than this fraction of the width is penalised; more so when it is a single word. */
const shortestLastLine = { words: 0.12, word: 0.22 }
const overfull = 1e6

/**
 * Chooses the line breaks of a ragged paragraph: the spaces (counted from 0) that end a line. All lines are weighed
 * together, so that their lengths differ as little as possible, spaces have their normal width and no word is alone
 * on the last line.
 */
export function chooseBreaks(words: number[], space: number, width: number): number[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: end - 1 }
    let length = -space
    for (let from = end - 1; from >= 0; from--) {
      length += (words[from] ?? 0) + space
      if (length > width && from < end - 1) break
      const cost =
        (best[from]?.cost ?? 0) + costOf(length, width, end < words.length ? undefined : end - from)
      if (cost < choice.cost) choice = { cost, from }
    }
    best[end] = choice
  }
  const breaks: number[] = []
  for (let end = best[words.length]?.from ?? 0; end > 0; end = best[end]?.from ?? 0) breaks.unshift(end - 1)
  return breaks
}

/** As chooseBreaks, with the same number of lines but of equal length: for headings. */
export function chooseBalancedBreaks(words: number[], space: number, width: number): number[] {
  const fewest = chooseBreaks(words, space, width).length
  const least = Math.max(...words)
  let narrow = least
  let wide = width
  while (wide - narrow > 1) {
    const middle = (narrow + wide) / 2
    if (chooseBreaks(words, space, middle).length > fewest) narrow = middle
    else wide = middle
  }
  return chooseBreaks(words, space, wide)
}

/** The cost of a line; `wordsOfLast` is the number of words when it is the last one. */
function costOf(length: number, width: number, wordsOfLast: number | undefined): number {
  if (length > width) return overfull
  const share = length / width
  if (wordsOfLast === undefined) return (1 - share) ** 2 + 0.01
  const shortest = wordsOfLast === 1 ? shortestLastLine.word : shortestLastLine.words
  return share < shortest ? 0.2 : 0.01
}
