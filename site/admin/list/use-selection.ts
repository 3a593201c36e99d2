import { useEffect, useState } from 'react'

type Key = number | string

export interface Selection<Row> {
  /** The selected rows that are on screen. */
  rows: readonly Row[]
  isSelected: (row: Row) => boolean
  toggle: (row: Row) => void
  isAll: boolean
  /** Selects every row of the page, or none when all are. */
  toggleAll: () => void
  clear: () => void
}

/** The rows selected on the page; another page, order or filter starts with none. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  query: string,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const clear = () => setKeys(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the selection when the query changes
  useEffect(() => setKeys(new Set()), [query])
  const selected = rows.filter((row) => keys.has(keyOf(row)))
  const isAll = rows.length > 0 && selected.length === rows.length
  return {
    rows: selected,
    isSelected: (row) => keys.has(keyOf(row)),
    toggle: (row) => {
      const next = new Set(keys)
      if (!next.delete(keyOf(row))) next.add(keyOf(row))
      setKeys(next)
    },
    isAll,
    toggleAll: () => setKeys(new Set(isAll ? [] : rows.map(keyOf))),
    clear,
  }
}
