/**
 * Weights of Pagefind, from 0 to 10; text has 1. The title of a page is metadata and counts more than all of them. The
 * first column of a table usually names the topic of its rows.
 */
const weights: readonly (readonly [RegExp, number])[] = [
  [/<h2\b/g, 10],
  [/<h3\b/g, 8],
  [/<tr>\s*<td\b/g, 2],
  [/(?<=<dt>Commodity<\/dt>[:\s]*)<dd\b/g, 10],
]

/** Marks what counts more than text. Only the indexed copy of a page has these attributes. */
export const weighHeadings = (html: string): string =>
  weights.reduce(
    (weighed, [start, weight]) =>
      weighed.replace(start, (found) => `${found} data-pagefind-weight="${weight}"`),
    html,
  )

/**
 * Gives the heading of a section the name that the section has: hits are listed under the last heading with a name. Only
 * the indexed copy of a page is changed.
 */
export const nameHeadings = (html: string): string =>
  html.replace(/<section\b([^>]*?) id="([^"]+)"([^>]*)>(\s*)<h2>/g, '<section$1$3>$4<h2 id="$2">')

/**
 * Makes each question of a list a heading with the name that its answer has, so that a hit leads to the question. Only
 * the indexed copy of a page is changed.
 */
export const nameQuestions = (html: string): string =>
  html.replace(
    /<details id="([^"]+)"><summary><span class="question">(.*?)<\/span>.*?<\/summary>/gs,
    '<details><summary><h3 id="$1">$2</h3></summary>',
  )

/**
 * Puts the heading of a report before the marks above it, with the name that the report has, so that a hit leads to the
 * report. Only the indexed copy of a page is changed.
 */
export const nameReports = (html: string): string =>
  html.replace(
    /<li id="([^"]+)"([^>]* data-report\b[^>]*)>(.*?)<h3\b[^>]*>(.*?)<\/h3>/gs,
    '<li$2><h3 id="$1">$4</h3>$3',
  )

/**
 * Where the page's script puts what the server sends, with its label; search fields, choices and buttons; what is not
 * shown at first.
 */
const UNREAD = [
  /<td\b(?=[^>]*>\s*<span class="label">[^<]*<\/span>\s*<span data-figure=)/g,
  /<\w+(?=[^>]* data-(?:figure|public-key)\b)/g,
  /<div(?=[^>]* class="[^"]*\bnoscript:hidden\b)/g,
  /<(?:search|select|button)\b/g,
  /<a(?=[^>]* class="button\b)(?![^>]* href="(?:tel|mailto):)/g,
  /<div(?=[^>]* role="tablist")/g,
  /<(?:p|div)(?=[^>]* class="(?:foot|drop)")/g,
  /<\w+(?=[^>]* hidden(?:[ >]|=""))/g,
]

/** Leaves out what is no text of a page: places for live figures, choices, and messages that may be shown later. */
export const leaveOutPlaces = (html: string): string =>
  UNREAD.reduce((left, start) => left.replace(start, '$& data-pagefind-ignore'), html)

/** Elements that stand apart on the page without a blank in its HTML. */
const APART = '(?:p|div|li|h[1-6]|t[dhr]|d[td]|caption|figcaption|small|label|button|option|summary|text|br)'
const INLINE = '(?:a|b|strong|em|span|small|code|mark|time|button|svg)'

/** What stands between two elements in an excerpt; the first that fits applies. */
const separators: readonly (readonly [RegExp, string])[] = [
  [/<\/t[dh]>\s*(?=<t[dh]\b(?! data-pagefind-ignore))/g, ' · '],
  [/<\/tr>\s*<\/thead>/g, '. '],
  [/<\/dt>\s*(?=<dd\b)/g, ': '],
  [/<\/dd>\s*(?:<\/div>\s*<div\b[^>]*>\s*)?(?=<dt\b)/g, ' · '],
  [new RegExp(`(?=<${APART}\\b)|(?<=</(?!(?:dt|td|th)>)${APART}>)`, 'g'), ' '],
  [new RegExp(`(?<=</${INLINE}>)(?=<${INLINE}\\b)`, 'g'), ' '],
]

/** Puts blanks and marks between elements, so that excerpts do not run them together. Code is left as it is. */
export const separateParts = (html: string): string =>
  html
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : separators.reduce(
            (apart, [between, separator]) => apart.replace(between, (end) => `${end.trimEnd()}${separator}`),
            part,
          ),
    )
    .join('')

export interface Term {
  /** Of the URL: the section, then the row as a text fragment, which browsers scroll to and highlight. */
  fragment: string
  /** HTML to index: the term as title, its meaning as text that counts less than the text of pages. */
  content: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of a table cell. */
const readText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .trim()

/** In a text fragment, dashes and commas have a meaning. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')

/** The rows of the glossary. Throws when there are none: the search would lack them without notice. */
export function listTerms(html: string): Term[] {
  const terms: Term[] = []
  let section = ''
  const parts = html.matchAll(/<h2 id="([^"]+)"|<tr>\s*<td\b[^>]*>(.*?)<\/td>\s*<td\b[^>]*>(.*?)<\/td>/gs)
  for (const [, id, term = '', meaning = ''] of parts) {
    if (id) {
      section = id
      continue
    }
    // The words that follow tell the row from other places of the same word.
    const next = readText(meaning).split(' ').slice(0, 3).join(' ')
    terms.push({
      fragment: `#${section}:~:text=${encode(readText(term))},-${encode(next)}`,
      content: `<html lang="en"><body><h1 data-pagefind-meta="title">${term}</h1><p data-pagefind-meta="group:Glossary" data-pagefind-body data-pagefind-weight="0.2">${meaning}</p></body></html>`,
    })
  }
  if (terms.length === 0) throw new Error('Search index: the glossary has no rows')
  return terms
}
