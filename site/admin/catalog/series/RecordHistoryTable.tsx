import { type ReactNode, useRef, useState } from 'react'
import { formatCountOf } from '#core/format/format'
import { useIsOverflowing } from '#site/admin/kit/list/use-is-overflowing.ts'
import { Button } from '#ui/Button'
import '#site/admin/kit/list/list.css'

/** Number of rows shown at first. */
const FIRST = 5

export interface HistoryColumn<Row> {
  label: string
  align?: 'right'
  /** Omitted if space is tight. */
  isWide?: boolean
  cell: (row: Row) => ReactNode
}

interface HistoryProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string
  /** Singular: 'valuation'. */
  singularLabel: string
  rows: readonly Row[]
  rowKey: (row: Row) => number
  columns: readonly HistoryColumn<Row>[]
}

/** All records, latest first. Nothing is ever overwritten, so the last rows are the oldest. */
export function RecordHistoryTable<Row>({
  caption,
  singularLabel,
  rows,
  rowKey,
  columns,
}: HistoryProps<Row>) {
  const [isAll, setAll] = useState(false)
  const region = useRef<HTMLElement>(null)
  const overflows = useIsOverflowing(region)
  const scrolling = overflows ? { tabIndex: 0, 'aria-label': `${caption}, scrolls horizontally` } : {}
  const shown = isAll ? rows : rows.slice(0, FIRST)
  return (
    <>
      <section
        ref={region}
        className="list-scroll relative"
        data-overflows={overflows || undefined}
        {...scrolling}
      >
        <table className="list-table w-full text-[0.9375rem]">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ label, align, isWide }) => (
                <th
                  key={label}
                  scope="col"
                  className={`${align === 'right' ? 'text-right' : ''} ${isWide ? 'max-lg:hidden' : ''}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ label, align, isWide, cell }, at) => (
                  <td
                    key={label}
                    data-label={label}
                    className={`${at === 0 ? 'font-medium text-ink!' : ''} ${align === 'right' ? 'num text-right text-[0.875rem]' : ''} ${isWide ? 'sm:max-lg:hidden' : ''}`}
                  >
                    <div className="min-w-0">{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > FIRST && (
        <p className="border-line border-t px-4 py-2.5">
          <Button look="quiet" small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show latest only' : `Show all ${formatCountOf(rows.length, singularLabel)}`}
          </Button>
        </p>
      )}
    </>
  )
}
