import { type ReactNode, useState } from 'react'

/** A column of a list. The first one names the row and cannot be hidden. */
export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** The field to sort by, where the server supports it. */
  sort?: string
  /** The first press sorts in descending order. */
  startsDescending?: boolean
  /** Figures are aligned right. */
  align?: 'right'
  /** A width for what most rows say, in em, so that later rows do not move earlier ones. */
  width?: number
  /** Keeps its column when the last ones do not fit. */
  isKept?: boolean
  /** Hidden until it is chosen. */
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

/** Which columns of a list are on screen, as chosen in this browser. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
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
