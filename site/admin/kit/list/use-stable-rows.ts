import { useLayoutEffect, useRef } from 'react'
import { keepRowOrder } from './stable-row-order.ts'

/**
 * Rows that do not move while `isHeld`, so that a press never lands on a different row than intended. `query` is the
 * query they belong to: rows of another page, order or filter are rendered as they come.
 */
export function useStableRows<Row>(
  latest: readonly Row[],
  keyOf: (row: Row) => number | string,
  query: string,
  isHeld: boolean,
): { rows: readonly Row[]; isGone: (row: Row) => boolean } {
  const shown = useRef<{ query: string; rows: readonly Row[] }>({ query, rows: [] })
  const isKept = isHeld && shown.current.query === query
  const rows = isKept ? keepRowOrder(shown.current.rows, latest, keyOf) : latest
  useLayoutEffect(() => {
    shown.current = { query, rows }
  })
  const present = new Set(latest.map(keyOf))
  return { rows, isGone: (row) => !present.has(keyOf(row)) }
}
