/** Tiles or lines, as chosen in this browser. */
export type Layout = 'grid' | 'list'

const KEY = 'tokens-layout'

export function getLayout(): Layout {
  try {
    return localStorage.getItem(KEY) === 'list' ? 'list' : 'grid'
  } catch {
    return 'grid'
  }
}

export function saveLayout(layout: Layout): void {
  try {
    localStorage.setItem(KEY, layout)
  } catch {}
}
