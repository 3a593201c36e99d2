/**
 * Pagefind weights, from 0 to 10; text has 1. A page's title is metadata and outweighs all of them. The first column of
 * a table usually names the topic of its rows.
 */
const weights: readonly (readonly [RegExp, number])[] = [
  [/<h2\b/g, 10],
  [/<h3\b/g, 8],
  [/<tr>\s*<td\b/g, 2],
  [/(?<=<dt>Commodity<\/dt>[:\s]*)<dd\b/g, 10],
]

/** Marks what outweighs text. Only the indexed copy of a page has these attributes. */
export const addHeadingWeights = (html: string): string =>
  weights.reduce(
    (weighed, [start, weight]) =>
      weighed.replace(start, (found) => `${found} data-pagefind-weight="${weight}"`),
    html,
  )

/**
 * Moves a section's id to its heading, because results are listed under the last heading with an id. Only the indexed
 * copy of a page is changed.
 */
export const addHeadingIds = (html: string): string =>
  html.replace(/<section\b([^>]*?) id="([^"]+)"([^>]*)>(\s*)<h2>/g, '<section$1$3>$4<h2 id="$2">')

/**
 * Turns each question of a list into a heading with its answer's id, so that a result leads to the question. Only the
 * indexed copy of a page is changed.
 */
export const addQuestionHeadings = (html: string): string =>
  html.replace(
    /<details id="([^"]+)"><summary><span class="question">(.*?)<\/span>.*?<\/summary>/gs,
    '<details><summary><h3 id="$1">$2</h3></summary>',
  )

/**
 * Moves a report's heading before the marks above it, with the report's id, so that a result leads to the report. Only
 * the indexed copy of a page is changed.
 */
export const addReportHeadings = (html: string): string =>
  html.replace(
    /<li id="([^"]+)"([^>]* data-report\b[^>]*)>(.*?)<h3\b[^>]*>(.*?)<\/h3>/gs,
    '<li$2><h3 id="$1">$4</h3>$3',
  )

/** Placeholders for server data with their labels; search fields, choices and buttons; content hidden at first. */
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

/** Omits what is not text of the page: placeholders for live figures, choices, and messages that may be shown later. */
export const removePlaceholders = (html: string): string =>
  UNREAD.reduce((left, start) => left.replace(start, '$& data-pagefind-ignore'), html)

/** Elements that are visually separate although there is no space between them in the HTML. */
const APART = '(?:p|div|li|h[1-6]|t[dhr]|d[td]|caption|figcaption|small|label|button|option|summary|text|br)'
const INLINE = '(?:a|b|strong|em|span|small|code|mark|time|button|svg)'

/** The separator between two elements in an excerpt; the first match applies. */
const separators: readonly (readonly [RegExp, string])[] = [
  [/<\/t[dh]>\s*(?=<t[dh]\b(?! data-pagefind-ignore))/g, ' · '],
  [/<\/tr>\s*<\/thead>/g, '. '],
  [/<\/dt>\s*(?=<dd\b)/g, ': '],
  [/<\/dd>\s*(?:<\/div>\s*<div\b[^>]*>\s*)?(?=<dt\b)/g, ' · '],
  [new RegExp(`(?=<${APART}\\b)|(?<=</(?!(?:dt|td|th)>)${APART}>)`, 'g'), ' '],
  [new RegExp(`(?<=</${INLINE}>)(?=<${INLINE}\\b)`, 'g'), ' '],
]

/** Puts spaces and separators between elements, so that excerpts do not run them together. Code is unchanged. */
export const separateElements = (html: string): string =>
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

export interface GlossaryTerm {
  /** URL parts: the section, then the row as a text fragment, which browsers scroll to and highlight. */
  fragment: string
  /** HTML to index: the term as title, its meaning as text that weighs less than page text. */
  content: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of a table cell. */
const readText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .trim()

/** In a text fragment, dashes and commas have a special meaning. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')

/** The rows of the glossary. Throws if there are none, because the search would silently lack them. */
export function listTerms(html: string): GlossaryTerm[] {
  const terms: GlossaryTerm[] = []
  let section = ''
  const parts = html.matchAll(/<h2 id="([^"]+)"|<tr>\s*<td\b[^>]*>(.*?)<\/td>\s*<td\b[^>]*>(.*?)<\/td>/gs)
  for (const [, id, term = '', meaning = ''] of parts) {
    if (id) {
      section = id
      continue
    }
    // The words that follow distinguish the row from other occurrences of the word.
    const next = readText(meaning).split(' ').slice(0, 3).join(' ')
    terms.push({
      fragment: `#${section}:~:text=${encode(readText(term))},-${encode(next)}`,
      content: `<html lang="en"><body><h1 data-pagefind-meta="title">${term}</h1><p data-pagefind-meta="group:Glossary" data-pagefind-body data-pagefind-weight="0.2">${meaning}</p></body></html>`,
    })
  }
  if (terms.length === 0) throw new Error('Search index: the glossary has no rows')
  return terms
}
