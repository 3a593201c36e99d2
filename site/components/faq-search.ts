/** The search field for the questions and guides of Help and Support. */

import { findMatchingTerms, listQueryTerms, matchesMostTerms } from './search-term-matching.ts'
import { removeStopWords, stripSymbols } from './search-word-forms.ts'

interface FoundTexts {
  /** Positions of the matching texts. */
  found: ReadonlySet<number>
  /** No text has all words of the query; these have most of them. */
  isPartial: boolean
}

/**
 * The texts that contain all distinctive words of a query. If there are none, those with all of its words that occur in
 * any text, if that is at least half of them, or else those with most of them.
 */
export function searchTexts(texts: readonly string[], typed: string): FoundTexts {
  const words = listQueryTerms(removeStopWords(stripSymbols(typed)))
  const found = texts.map((text) => findMatchingTerms(text, words))
  const known = new Set(found.flat()).size
  const list = (has: (those: readonly string[]) => boolean) =>
    new Set(found.flatMap((those, at) => (those.length > 0 && has(those) ? [at] : [])))
  const whole = list((those) => those.length === words.length)
  if (whole.size > 0 || known * 2 < words.length) return { found: whole, isPartial: false }
  const some = list((those) => those.length === known)
  const most =
    some.size > 0 ? some : list((those) => matchesMostTerms({ found: those.length, all: words.length }))
  return { found: most, isPartial: most.size > 0 }
}

/** The text of an entry, without the count and the buttons below it, which are the same in every entry. */
function textOf(entry: HTMLElement): string {
  const copy = entry.cloneNode(true) as HTMLElement
  copy.querySelector('.foot')?.remove()
  return copy.textContent ?? ''
}

/** Marks entries that do not match the search and sends `searched` to their list on each keystroke. */
export function initFaqSearch(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>('#faq-search')
  const entries = [...root.querySelectorAll<HTMLElement>('[data-entry]')]
  const texts = entries.map(textOf)
  const search = () => {
    const query = field?.value.trim() ?? ''
    const { found, isPartial } = searchTexts(texts, query)
    for (const [at, entry] of entries.entries())
      entry.toggleAttribute('data-missed', query !== '' && !found.has(at))
    root.dataset.some = isPartial ? 'No exact match. Closest results: ' : ''
    root.querySelector('[data-faq-status]')?.classList.toggle('visually-hidden', !isPartial)
    root.dispatchEvent(new Event('searched'))
  }
  field?.addEventListener('input', search)
  root.querySelector('[data-faq-site]')?.addEventListener('click', async (event) => {
    // Following the link would reload the page.
    event.preventDefault()
    const { openSearch } = await import('./search.ts')
    await openSearch(field?.value.trim())
  })
  // Text typed earlier.
  if (field?.value) search()
}
