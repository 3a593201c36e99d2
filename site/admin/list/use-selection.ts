import { useCallback, useEffect, useState } from 'react'
import { BULK_MAX } from '#contract/admin'

type Key = number | string

export interface Selection<Row> {
  /** The selected rows, those of other pages too; at most as many as one action takes. */
  rows: readonly Row[]
  /** How many of them are on other pages. */
  elsewhere: number
  isSelected: (row: Row) => boolean
  /** The same function while page and `keyOf` stay. */
  toggle: (row: Row) => void
  isAll: boolean
  /** The page has no rows yet, or none at all. */
  isEmpty: boolean
  /** Selects every row of the page, or none of it. */
  selectAll: (isWanted: boolean) => void
  /** Selects these rows, of other pages too, and no others. */
  select: (rows: readonly Row[]) => void
  clear: () => void
}

/** A row as it was read, and the page on which it was selected; empty where it was not on screen. */
interface Chosen<Row> {
  row: Row
  page: string
}

interface Shown<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** Search and filters: others start with nothing selected. */
  narrowing: string
  /** Names the page among those of the narrowing, with its order. */
  page: string
}

/** The rows that are selected. Other pages and another order keep them; a row that leaves its page is dropped. */
export function useSelection<Row>({ rows, keyOf, narrowing, page }: Shown<Row>): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, Chosen<Row>>>(new Map())
  const clear = () => setChosen(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the selection when the narrowing changes
  useEffect(clear, [narrowing])

  const put = (into: Map<Key, Chosen<Row>>, row: Row) => {
    if (into.size < BULK_MAX || into.has(keyOf(row))) into.set(keyOf(row), { row, page })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` depends on the same
  const toggle = useCallback(
    (row: Row) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(keyOf(row))) put(next, row)
        return next
      }),
    [keyOf, page],
  )

  const here = new Set(rows.map(keyOf))
  const onPage = rows.filter((row) => chosen.has(keyOf(row)))
  const others = [...chosen].filter(([key, one]) => !here.has(key) && one.page !== page)
  const isAll = rows.length > 0 && onPage.length === rows.length
  return {
    rows: [...onPage, ...others.map(([, { row }]) => row)],
    elsewhere: others.length,
    isSelected: (row) => chosen.has(keyOf(row)),
    toggle,
    isAll,
    isEmpty: rows.length === 0,
    selectAll: (isWanted) => {
      const next = new Map(others)
      if (isWanted) for (const row of rows) put(next, row)
      setChosen(next)
    },
    select: (more) =>
      setChosen(new Map(more.map((row) => [keyOf(row), { row, page: here.has(keyOf(row)) ? page : '' }]))),
    clear,
  }
}
