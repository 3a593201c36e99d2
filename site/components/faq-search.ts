/** The search field of the questions and guides of Help and Support. */
import { dropFillers, dropSigns } from './search-forms.ts'
import { findTyped, hasMost, listTyped } from './search-words.ts'

interface FoundTexts {
  /** Positions of the texts found. */
  found: ReadonlySet<number>
  /** No text has all words of the query: these have most of them. */
  isPartial: boolean
}

/**
 * The texts with all words of a query that tell texts apart. Where there is none, those with all its words that any text
 * has, if these are half of them, else those with most of them.
 */
export function findTexts(texts: readonly string[], typed: string): FoundTexts {
  const words = listTyped(dropFillers(dropSigns(typed)))
  const found = texts.map((text) => findTyped(text, words))
  const known = new Set(found.flat()).size
  const list = (has: (those: readonly string[]) => boolean) =>
    new Set(found.flatMap((those, at) => (those.length > 0 && has(those) ? [at] : [])))
  const whole = list((those) => those.length === words.length)
  if (whole.size > 0 || known * 2 < words.length) return { found: whole, isPartial: false }
  const some = list((those) => those.length === known)
  const most = some.size > 0 ? some : list((those) => hasMost({ found: those.length, all: words.length }))
  return { found: most, isPartial: most.size > 0 }
}

/** The text of an entry, without the count and the buttons below it, whose text is the same in all of them. */
function textOf(entry: HTMLElement): string {
  const copy = entry.cloneNode(true) as HTMLElement
  copy.querySelector('.foot')?.remove()
  return copy.textContent ?? ''
}

/** Marks the entries that a search does not find, and sends `searched` to their list, at each key stroke. */
export function startSearch(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>('#faq-search')
  const entries = [...root.querySelectorAll<HTMLElement>('[data-entry]')]
  const texts = entries.map(textOf)
  const search = () => {
    const query = field?.value.trim() ?? ''
    const { found, isPartial } = findTexts(texts, query)
    for (const [at, entry] of entries.entries())
      entry.toggleAttribute('data-missed', query !== '' && !found.has(at))
    root.dataset.some = isPartial ? 'No entry has all of these words. With most of them: ' : ''
    root.querySelector('[data-faq-status]')?.classList.toggle('visually-hidden', !isPartial)
    root.dispatchEvent(new Event('searched'))
  }
  field?.addEventListener('input', search)
  root.querySelector('[data-faq-site]')?.addEventListener('click', async (event) => {
    // Following the link would load the page again.
    event.preventDefault()
    const { openSearch } = await import('./search.ts')
    await openSearch(field?.value.trim())
  })
  // What was typed before.
  if (field?.value) search()
}
