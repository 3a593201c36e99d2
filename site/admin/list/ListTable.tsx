import type { ReactNode } from 'react'
import { LoadFailure } from '#site/admin/outcome/LoadFailure.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { ColumnChoice } from './ColumnChoice.tsx'
import { useColumnChoice } from './columns.ts'
import { ExportButton } from './ExportButton.tsx'
import type { FilterRules } from './list-address.ts'
import { Pages } from './Pages.tsx'
import { PhoneTools } from './PhoneTools.tsx'
import { LoadingRows, Rows } from './Rows.tsx'
import type { ListTableProps } from './table-props.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { type Selection, useSelection } from './use-selection.ts'
import './list.css'

/**
 * A list in every state it can be in: search and filters, rows with their actions, pages. On a phone the rows
 * are cards.
 *
 *     const state = useList(userList)
 *     <ListTable
 *       state={state}
 *       caption="Users"
 *       columns={[
 *         { id: 'name', label: 'Investor', cell: nameOf },
 *         { id: 'email', label: 'Email', sort: 'email', cell: ({ email }) => email },
 *       ]}
 *       rowKey={({ id }) => id}
 *       rowName={nameOf}
 *       actions={(user) => <Button small look="quiet" onClick={() => setDeleting(user)}>Delete</Button>}
 *       tools={<SearchBox state={state} placeholder="Search email or name" />}
 *       empty={{ title: 'No users found', hint: 'Investors appear here once they register.' }}
 *       failure="Failed to fetch users"
 *     />
 */
export function ListTable<Row, R extends FilterRules>(props: ListTableProps<Row, R>) {
  const { state, caption, columns, rowKey, bulk, tools, empty, failure } = props
  const { status, page, isStale, isNarrowed } = state
  const choice = useColumnChoice(state.name, columns)
  const selection = useSelection(page?.rows ?? [], rowKey, JSON.stringify(state.query))
  const frame = useFocusKept()

  return (
    <section ref={frame} className="panel list min-w-0 outline-none" aria-label={caption} tabIndex={-1}>
      <div className="flex flex-wrap items-end gap-3 border-line border-b p-4">
        {tools}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
          <ExportButton save={state.save} />
          <ColumnChoice columns={columns} shown={choice.shown} onToggle={choice.toggle} />
        </div>
      </div>
      {bulk && selection.rows.length > 0 && (
        <BulkBar selection={selection}>{bulk(selection.rows, selection.clear)}</BulkBar>
      )}
      <p className="visually-hidden" role="status">
        {status === 'loading' || isStale
          ? `Loading ${caption.toLowerCase()}`
          : page && `${page.pagination.total} found`}
      </p>
      {status === 'failed' && (
        <div className="p-4">
          <LoadFailure
            text={failure}
            error={state.error}
            isOld={page !== undefined && page.rows.length > 0}
            isRetrying={state.isUpdating}
            onRetry={state.refresh}
          />
        </div>
      )}
      {page && page.rows.length > 0 && (
        <>
          <PhoneTools state={state} columns={choice.shown} selection={bulk && selection} />
          <Rows {...props} columns={choice.shown} rows={page.rows} selection={bulk && selection} />
        </>
      )}
      {status === 'loading' && (
        <LoadingRows {...props} columns={choice.shown} count={Math.min(state.query.limit, 10)} />
      )}
      {status === 'empty' && !isStale && (
        <EmptyState title={empty.title}>
          {isNarrowed ? (
            <>
              <p>Nothing matches the search and filters.</p>
              <Button look="quiet" small className="mt-4" onClick={state.widen}>
                Clear search and filters
              </Button>
            </>
          ) : (
            empty.hint
          )}
        </EmptyState>
      )}
      {page && <Pages state={state} pagination={page.pagination} caption={caption} />}
    </section>
  )
}

function BulkBar<Row>({ selection, children }: { selection: Selection<Row>; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b bg-sunken px-4 py-2.5">
      <p className="mr-2 text-[0.9375rem] font-medium" role="status">
        {selection.rows.length} selected
      </p>
      {children}
      <Button look="quiet" small className="ml-auto" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  )
}
