/** Excerpts as the search shows them. */

/** Pagefind ends a cell with a full stop, before the mark that the build puts between cells. */
const joinCells = (excerpt: string): string => excerpt.replace(/\.(<\/mark>)? · /g, '$1 · ')

const endsSentence = (text: string): boolean => /(?:^|[.!?:][)”"']?)$/.test(text.trim())

/** The excerpt of a text, with an ellipsis at an end that is within a sentence. `mark` elements are the words found. */
export function drawEnds(excerpt: string, text: string): string {
  const plain = excerpt.replace(/<\/?mark>/g, '').trim()
  const at = text.indexOf(plain)
  const isBegun = at >= 0 && !endsSentence(text.slice(0, at))
  const goesOn = !endsSentence(plain) && (at < 0 || text.slice(at + plain.length).trim() !== '')
  return `${isBegun ? '…' : ''}${joinCells(excerpt.trim())}${goesOn ? '…' : ''}`
}
