import { type ReactNode, useState } from 'react'
import { type AdminPagination, BULK_MAX } from '#contract/admin'
import { explainRejection } from '#core/api/failures'
import { formatCount } from '#core/format/format'
import { Button } from '#ui/Button'
import { nameBlock } from './list.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps<Row> {
  selection: Selection<Row>
  pagination: AdminPagination | undefined
  /** Reads the rows that one action may have, this page's among them. */
  readBlock: (() => Promise<Row[]>) | undefined
  children: ReactNode
}

/** How many rows are selected, and what can be done with them. A whole page leads on to those of other pages. */
export function BulkBar<Row>({ selection, pagination, readBlock, children }: BulkBarProps<Row>) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const count = selection.rows.length
  const total = pagination?.total ?? 0
  const elsewhere = Math.max(0, total - count)
  const canAdd = selection.isAll && readBlock && elsewhere > 0 && count < BULK_MAX
  const addBlock = async () => {
    if (!readBlock) return
    setReading(true)
    setProblem('')
    try {
      selection.select(await readBlock())
    } catch (error) {
      setProblem(explainRejection(error, 'The rows of other pages could not be read.'))
    }
    setReading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t bg-sunken px-4 py-2.5">
      <p className="mr-2 text-[0.9375rem] font-medium" role="status">
        {formatCount(count)} selected
        {selection.elsewhere > 0 && `, ${formatCount(selection.elsewhere)} on other pages`}
        {count >= BULK_MAX && ', the most at once'}
        {selection.isAll && elsewhere > 0 && (
          <span className="block text-[0.875rem] font-normal text-ink-2">
            {formatCount(elsewhere)} others {elsewhere === 1 ? 'is' : 'are'} left out
          </span>
        )}
      </p>
      {canAdd && pagination && (
        <Button look="quiet" small busy={isReading && 'Selecting...'} onClick={() => void addBlock()}>
          Select {nameBlock(pagination, total)}
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
