import { useCallback, useEffect, useState } from 'react'
import { BULK_ROWS_MAX } from '#contract/admin-endpoint'

type Key = number | string

export interface Selection<Row> {
  /** The selected rows, including those on other pages; at most as many as one bulk action allows. */
  rows: readonly Row[]
  /** How many of them are on other pages. */
  elsewhere: number
  isSelected: (row: Row) => boolean
  /** A stable function while the page and `keyOf` are unchanged. */
  toggle: (row: Row) => void
  isAll: boolean
  /** The page has no rows yet, or is empty. */
  isEmpty: boolean
  /** Selects or deselects every row of the page. */
  selectAll: (isWanted: boolean) => void
  /** Selects exactly these rows, including rows on other pages. */
  select: (rows: readonly Row[]) => void
  clear: () => void
}

/** A row as loaded, and the page on which it was selected; empty if it was not on screen. */
interface Chosen<Row> {
  row: Row
  page: string
}

interface Shown<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** Search and filters; a change clears the selection. */
  narrowing: string
  /** Identifies the page, with its order, within the current search and filters. */
  page: string
}

/** The selected rows. They are kept across pages and orders; a row that leaves its page is dropped. */
export function useSelection<Row>({ rows, keyOf, narrowing, page }: Shown<Row>): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, Chosen<Row>>>(new Map())
  const clear = () => setChosen(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the selection when the narrowing changes
  useEffect(clear, [narrowing])

  const put = (into: Map<Key, Chosen<Row>>, row: Row) => {
    if (into.size < BULK_ROWS_MAX || into.has(keyOf(row))) into.set(keyOf(row), { row, page })
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
