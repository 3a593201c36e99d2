/** Excerpts as the search shows them. */

/** Pagefind ends a cell with a full stop, before the mark that the build puts between cells. */
const joinCells = (excerpt: string): string =>
  excerpt.replace(/\.(<\/mark>)? · /g, '$1 · ').replace(/^[·:] /, '')

/** Whether a text ends where a sentence does, or what a colon introduces begins. */
const endsSentence = (text: string): boolean => /(?:^|[.!?:][)”"']?)$/.test(text.trim())

const plainOf = (excerpt: string): string => excerpt.replace(/<\/?mark>/g, '')

/**
 * The excerpt without the title above it that it begins with, or the end of that title. A single last word of it is
 * kept: it may begin a sentence of the text.
 */
function dropTitle(excerpt: string, title: string): string {
  const words = excerpt.trim().split(/\s+/)
  const ends = title.split(/\s+/).map((_, at, all) => all.slice(at).join(' '))
  const count = (end: string) => end.split(' ').length
  const begins = (end: string) =>
    plainOf(words.slice(0, count(end)).join(' '))
      .replace(/\.$/, '')
      .toLowerCase() === end.toLowerCase()
  const end = ends.find((each, at) => (at === 0 || count(each) > 1) && begins(each))
  return end ? words.slice(count(end)).join(' ') : excerpt
}

/**
 * The excerpt of a text, with an ellipsis at an end that is within a sentence, and without the words of `title` that it
 * begins with. `mark` elements are the words found.
 */
export function drawEnds(excerpt: string, text: string, title = ''): string {
  const left = dropTitle(excerpt, title).trim()
  const plain = plainOf(left)
  const at = text.indexOf(plain)
  const isBegun = at >= 0 && left === excerpt.trim() && !endsSentence(text.slice(0, at))
  const goesOn =
    (plain.endsWith(':') || !endsSentence(plain)) && (at < 0 || text.slice(at + plain.length).trim() !== '')
  return `${isBegun ? '…' : ''}${joinCells(left)}${goesOn ? '…' : ''}`
}
