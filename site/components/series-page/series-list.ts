/** The series index: filters and order, both stored in the URL, and the live figures of each row. */

export interface ListedSeries {
  code: string
  sheet: string
  category: string
  stage: string
  /** State of the offering, `none` without one; null until the server has sent it, and on failure. */
  state: string | null
  /** Dollars, and percent. */
  value: number | null
  backing: number | null
}

export interface ListView {
  category: string
  state: string
  sort: string
}

export const parseListView = (search: string): ListView => {
  const query = new URLSearchParams(search)
  const read = (name: keyof ListView) => query.get(name) ?? ''
  return { category: read('category'), state: read('state'), sort: read('sort') }
}

/** The query of a view, without defaults: empty for the whole list. */
export function serializeListView(view: ListView): string {
  const query = new URLSearchParams(Object.entries(view).filter(([, value]) => value !== ''))
  return query.size === 0 ? '' : `?${query}`
}

/** From an operating mine to the first holes. */
const stages = ['production', 'development', 'feasibility', 'pre-feasibility', 'scoping-study', 'exploration']

/** An unknown stage comes last. */
const placeOf = (stage: string): number => {
  const at = stages.indexOf(stage)
  return at < 0 ? stages.length : at
}

/** Highest first; unknown values come last. */
const byNumber =
  (read: (series: ListedSeries) => number | null) =>
  (a: ListedSeries, b: ListedSeries): number =>
    (read(b) ?? Number.NEGATIVE_INFINITY) - (read(a) ?? Number.NEGATIVE_INFINITY) || 0

const orders: Record<string, (a: ListedSeries, b: ListedSeries) => number> = {
  code: (a, b) => a.code.localeCompare(b.code, 'en'),
  stage: (a, b) => placeOf(a.stage) - placeOf(b.stage),
  value: byNumber(({ value }) => value),
  backing: byNumber(({ backing }) => backing),
}

const bySheet = (a: ListedSeries, b: ListedSeries) => a.sheet.localeCompare(b.sheet)

/** The series in a view, in its order. An offering that has not loaded matches no state. */
export function filterSeries<T extends ListedSeries>(all: readonly T[], view: ListView): T[] {
  const order = orders[view.sort] ?? bySheet
  return all
    .filter(({ category }) => view.category === '' || category === view.category)
    .filter(({ state }) => view.state === '' || state === view.state)
    .sort((a, b) => order(a, b) || bySheet(a, b))
}
