import { useCallback, useEffect, useState } from 'react'

type Key = number | string

export interface Selection<Row> {
  /** The selected rows: those on screen, and those that were added from other pages. */
  rows: readonly Row[]
  isSelected: (row: Row) => boolean
  /** The same function until `keyOf` is another one. */
  toggle: (row: Row) => void
  isAll: boolean
  /** Selects every row of the page, or none when all are. */
  toggleAll: () => void
  /** Selects these rows, of other pages too, and no others. */
  select: (rows: readonly Row[]) => void
  clear: () => void
}

/** The rows selected on the page; another page, order or filter starts with none. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  query: string,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const [added, setAdded] = useState<readonly Row[]>([])
  const clear = () => {
    setKeys(new Set())
    setAdded([])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the selection when the query changes
  useEffect(clear, [query])
  const toggle = useCallback(
    (row: Row) =>
      setKeys((before) => {
        const next = new Set(before)
        if (!next.delete(keyOf(row))) next.add(keyOf(row))
        return next
      }),
    [keyOf],
  )
  const here = new Set(rows.map(keyOf))
  const elsewhere = added.filter((row) => keys.has(keyOf(row)) && !here.has(keyOf(row)))
  const onPage = rows.filter((row) => keys.has(keyOf(row)))
  const selected = [...onPage, ...elsewhere]
  const isAll = rows.length > 0 && onPage.length === rows.length
  return {
    rows: selected,
    isSelected: (row) => keys.has(keyOf(row)),
    toggle,
    isAll,
    toggleAll: () => {
      setKeys(new Set(isAll ? [] : rows.map(keyOf)))
      setAdded([])
    },
    select: (more) => {
      setAdded(more)
      setKeys(new Set(more.map(keyOf)))
    },
    clear,
  }
}
