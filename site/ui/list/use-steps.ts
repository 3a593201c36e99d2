import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { replaceRows } from './row-steps.ts'

/** Rows that are put on the screen at once: their layout is one task of the browser. */
const STEP = 6
/** Rows that are drawn at once on a screen that has none. */
const FIRST_ROWS = 50

interface Steps<Row> {
  rows: readonly Row[]
  /** How many of them are of the page that is wanted; those after them are of the page before. */
  current: number
}

/**
 * Draws the rows of another page a few at a time, from the top; those of the page before stay below until they are
 * replaced, so that nothing moves. `query` names the page. Rows that are there at first, such as after Back, are drawn
 * at once, so that the page can be scrolled to where it was.
 */
export function useSteps<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
  query: string,
): Steps<Row> {
  const [progress, setProgress] = useState({ query, count: Number.POSITIVE_INFINITY })
  const onScreen = useRef<readonly Row[]>([])
  // Where no rows are yet, the ones of a usual page come at once: those that follow would widen columns that are seen.
  const first = onScreen.current.length === 0 ? FIRST_ROWS : STEP
  const count = progress.query === query ? progress.count : first
  const isDone = count >= rows.length
  const shown = isDone ? rows : replaceRows(onScreen.current, rows, count, keyOf)
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
