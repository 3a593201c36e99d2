import { type ReactNode, useState } from 'react'

/** A column of a list. The first column names the row and cannot be hidden. */
export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** The field to sort by, if the server supports it. */
  sort?: string
  /** The first click sorts in descending order. */
  startsDescending?: boolean
  /** Figures are right-aligned. */
  align?: 'right'
  /** A width in em that fits most rows, so that later rows do not move earlier ones. */
  width?: number
  /** Stays a column even when the last ones do not fit. */
  isKept?: boolean
  /** Hidden until selected. */
  initiallyHidden?: boolean
}

const keyOf = (list: string): string => `columns:${list}`

function readHidden<Row>(list: string, columns: readonly Column<Row>[]): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null')
    if (Array.isArray(stored)) return stored.filter((id) => typeof id === 'string')
  } catch {}
  return columns.filter(({ initiallyHidden }) => initiallyHidden).map(({ id }) => id)
}

/** The visible columns of a list, as chosen in this browser. */
export function useColumnVisibility<Row>(list: string, columns: readonly Column<Row>[]) {
  const [hidden, setHidden] = useState(() => readHidden(list, columns))
  return {
    shown: columns.filter(({ id }, at) => at === 0 || !hidden.includes(id)),
    toggle: (id: string) => {
      const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
      setHidden(next)
      try {
        localStorage.setItem(keyOf(list), JSON.stringify(next))
      } catch {}
    },
  }
}
