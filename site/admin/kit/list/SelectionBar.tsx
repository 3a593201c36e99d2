import { type ReactNode, useState } from 'react'
import { type AdminPagination, BULK_ROWS_MAX } from '#contract/admin-endpoint'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatCount } from '#core/format/format'
import { Button } from '#ui/Button'
import { formatBlockLabel } from './list-store.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps<Row> {
  selection: Selection<Row>
  pagination: AdminPagination | undefined
  /** Loads the rows that one bulk action may cover, including this page's. */
  readBlock: (() => Promise<Row[]>) | undefined
  children: ReactNode
}

/**
 * The number of selected rows and the available actions. A fully selected page offers to select rows on other pages.
 */
export function SelectionBar<Row>({ selection, pagination, readBlock, children }: BulkBarProps<Row>) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const count = selection.rows.length
  const total = pagination?.total ?? 0
  const elsewhere = Math.max(0, total - count)
  const canAdd = selection.isAll && readBlock && elsewhere > 0 && count < BULK_ROWS_MAX
  const addBlock = async () => {
    if (!readBlock) return
    setReading(true)
    setProblem('')
    try {
      selection.select(await readBlock())
    } catch (error) {
      setProblem(getServerErrorMessage(error, 'Rows on other pages could not be loaded.'))
    }
    setReading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t bg-sunken px-4 py-2.5">
      <p className="mr-2 text-[0.9375rem] font-medium" role="status">
        {formatCount(count)} selected
        {selection.elsewhere > 0 && `, ${formatCount(selection.elsewhere)} on other pages`}
        {count >= BULK_ROWS_MAX && ', the maximum'}
        {selection.isAll && elsewhere > 0 && (
          <span className="block text-[0.875rem] font-normal text-ink-2">
            {formatCount(elsewhere)} more not included
          </span>
        )}
      </p>
      {canAdd && pagination && (
        <Button look="quiet" small busy={isReading && 'Selecting...'} onClick={() => void addBlock()}>
          Select {formatBlockLabel(pagination, total)}
        </Button>
      )}
      {children}
      <Button look="quiet" small className="ml-auto" onClick={selection.clear}>
        Clear selection
      </Button>
      {problem && (
        <p className="basis-full text-[0.875rem] text-loss" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
