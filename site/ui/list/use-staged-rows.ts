import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { replaceRowsFromTop } from './staged-rows.ts'

/** Rows rendered at once; their layout is a single browser task. */
const STEP = 6
/** Rows rendered at once on an empty screen. */
const FIRST_ROWS = 50

interface Steps<Row> {
  rows: readonly Row[]
  /** How many rows belong to the requested page; the ones after them belong to the previous page. */
  current: number
}

/**
 * Renders the rows of another page a few at a time, from the top; the previous page's rows stay below until they are
 * replaced, so that nothing moves. `query` identifies the page. Rows present at first, such as after Back, are rendered
 * at once so that the scroll position can be restored.
 */
export function useStagedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
  query: string,
): Steps<Row> {
  const [progress, setProgress] = useState({ query, count: Number.POSITIVE_INFINITY })
  const onScreen = useRef<readonly Row[]>([])
  // If there are no rows yet, a typical page's rows are rendered at once, because later rows would widen visible
  // columns.
  const first = onScreen.current.length === 0 ? FIRST_ROWS : STEP
  const count = progress.query === query ? progress.count : first
  const isDone = count >= rows.length
  const shown = isDone ? rows : replaceRowsFromTop(onScreen.current, rows, count, keyOf)
  useLayoutEffect(() => {
    onScreen.current = shown
  })
  useEffect(() => {
    if (isDone) {
      if (progress.query !== query) setProgress({ query, count: Number.POSITIVE_INFINITY })
      return
    }
    const next = count + STEP < rows.length ? count + STEP : Number.POSITIVE_INFINITY
    startTransition(() => setProgress({ query, count: next }))
  }, [isDone, progress.query, query, count, rows.length])
  return { rows: shown, current: Math.min(count, rows.length) }
}
