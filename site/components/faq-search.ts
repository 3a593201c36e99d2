/** The search field of the questions and guides of Help and Support. */
import { dropFillers, dropSigns } from './search-forms.ts'
import { countWords, hasMost } from './search-words.ts'

interface FoundTexts {
  /** Positions of the texts found. */
  found: ReadonlySet<number>
  /** No text has all words of the query: these have most of them. */
  isPartial: boolean
}

/** The texts with all words of a query that tell texts apart, else those with most of them. */
export function findTexts(texts: readonly string[], typed: string): FoundTexts {
  const query = dropFillers(dropSigns(typed))
  const counts = texts.map((text, at) => ({ at, ...countWords(text, query) }))
  const whole = counts.filter(({ found, all }) => found === all && all > 0)
  const listed = whole.length > 0 ? whole : counts.filter(hasMost)
  return { found: new Set(listed.map(({ at }) => at)), isPartial: listed.length > whole.length }
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
  // What was typed before.
  if (field?.value) search()
}
