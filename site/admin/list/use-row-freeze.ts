import { useLayoutEffect, useRef } from 'react'
import { freezeOrder } from './row-freeze.ts'

/**
 * Rows that do not move while `isHeld`, so that a press never lands on another row than intended. `query` is the one
 * the rows belong to: those of another page, order or filter are drawn as they come.
 */
export function useRowFreeze<Row>(
  latest: readonly Row[],
  keyOf: (row: Row) => number | string,
  query: string,
  isHeld: boolean,
): { rows: readonly Row[]; isGone: (row: Row) => boolean } {
  const shown = useRef<{ query: string; rows: readonly Row[] }>({ query, rows: [] })
  const isKept = isHeld && shown.current.query === query
  const rows = isKept ? freezeOrder(shown.current.rows, latest, keyOf) : latest
  useLayoutEffect(() => {
    shown.current = { query, rows }
  })
  const present = new Set(latest.map(keyOf))
  return { rows, isGone: (row) => !present.has(keyOf(row)) }
}
