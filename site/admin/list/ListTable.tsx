import { useDeferredValue, useMemo, useRef } from 'react'
import { formatCount } from '#core/format/format'
import type { FilterRules } from '#core/list/url-state'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { ViewMenu } from '#site/admin/views/ViewMenu.tsx'
import { RefusedFilters } from '#site/ui/list/RefusedFilters.tsx'
import { useSteps } from '#site/ui/list/use-steps.ts'
import { useEver } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteFailure } from '#ui/RemoteView'
import { BulkBar } from './BulkBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { useColumnChoice } from './columns.ts'
import { ExportButton } from './ExportButton.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { useDensity } from './list-choices.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { Pages } from './Pages.tsx'
import { LoadingRows, Rows } from './Rows.tsx'
import { TableFrame } from './TableFrame.tsx'
import type { ListTableProps } from './table-props.ts'
import { useCollapsedColumns } from './use-collapsed-columns.ts'
import { useHeight } from './use-height.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePointerOver } from './use-pointer-over.ts'
import { useRowFreeze } from './use-row-freeze.ts'
import { useSelection } from './use-selection.ts'
import './list.css'

/**
 * A list in every state: search and filters, rows with their actions, pages. On a phone the rows are cards.
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
  const { state, caption, bulk, tools, failure } = props
  // The rows follow in a transition: the press that leads to others is answered before they are drawn.
  const drawn = useDeferredValue(props)
  const { columns, rowKey, actions, empty } = drawn
  const { view, page, isNarrowed } = drawn.state
  const isStale = state.isStale || drawn.state.isStale
  const choice = useColumnChoice(state.name, columns)
  const frame = useRestoredFocus()
  const region = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const tooling = useRef<HTMLDivElement>(null)
  useHeight(tooling, frame, '--list-tools-height')

  const { isHelpOpen, closeHelp } = useListKeys(frame)
  const isHeld = usePointerOver(body)
  const isRefused = Object.keys(state.faults).length > 0
  const listed = isRefused ? [] : (page?.rows ?? [])
  const query = JSON.stringify(page?.query) ?? ''
  const { rows, isGone } = useRowFreeze(listed, rowKey, query, isHeld)
  const steps = useSteps(rows, rowKey, query)
  const isComplete = useEver(page !== undefined && steps.current === rows.length)
  const { search, filters } = state.query
  const selection = useSelection({
    rows: listed,
    keyOf: rowKey,
    narrowing: JSON.stringify({ search, filters }),
    page: query,
  })

  const foldable = choice.shown.slice(1).filter(({ isKept }) => !isKept)
  const shown = `${choice.shown.map(({ id }) => id).join()} ${view.status}`
  const count = useCollapsedColumns(region, foldable.length, shown, `${query} ${steps.current}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` names the columns that are chosen
  const { folded, heads } = useMemo(() => {
    const folded = count > 0 ? foldable.slice(-count) : []
    return { folded, heads: choice.shown.filter((column) => !folded.includes(column)) }
  }, [columns, shown, count])
  const isLoading = view.status === 'loading'
  const hasFailed = view.status === 'failed' && !isRefused
  const isOld = page !== undefined && rows.length > 0

  const failed = <RemoteFailure view={view} {...loadFailure(failure)} onRetry={state.refresh} />
  return (
    <section
      ref={frame}
      className="panel list min-w-0 outline-none"
      data-density={useDensity()}
      aria-label={caption}
      tabIndex={-1}
    >
      <div
        ref={tooling}
        className="list-tools filter-row flex flex-wrap items-end gap-3 border-line border-b p-4"
      >
        {tools}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-3 max-sm:ml-0 max-sm:justify-start max-sm:gap-2">
          {!isRefused && <ExportButton save={state.save} />}
          <ViewMenu />
          <ColumnChoice columns={props.columns} shown={choice.shown} onToggle={choice.toggle} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isLoading || isStale
          ? `Loading ${caption.toLowerCase()}`
          : page && !isRefused && `${formatCount(page.pagination.total)} found`}
      </p>
      {hasFailed && !isOld && <div className="p-4">{failed}</div>}
      {isRefused && <RefusedFilters of={state} />}
      {!isRefused && (isLoading || rows.length > 0) && (
        <>
          <OrderChoice
            state={state}
            columns={choice.shown}
            selection={bulk && selection}
            isStale={isStale || isLoading}
            isFolded={folded.some(({ sort }) => sort)}
          />
          <TableFrame
            state={state}
            caption={caption}
            columns={heads}
            actions={actions}
            region={region}
            body={body}
            busy={isLoading || isStale || steps.current < steps.rows.length}
            isStale={isStale}
            current={steps.current}
            selection={bulk && selection}
          >
            {isLoading ? (
              <LoadingRows
                columns={heads}
                actions={actions}
                bulk={bulk}
                count={Math.min(state.query.limit, 10)}
              />
            ) : (
              <Rows
                list={drawn}
                columns={heads}
                folded={folded}
                rows={steps.rows}
                current={steps.current}
                isStale={isStale}
                isGone={isGone}
                selection={bulk && selection}
              />
            )}
          </TableFrame>
        </>
      )}
      {view.status === 'ready' && !isStale && !isRefused && rows.length === 0 && (
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
      {/* At the foot: above the rows, a toast would move them under the pointer. */}
      <div className="list-foot">
        {hasFailed && isOld && <div className="bg-surface p-4">{failed}</div>}
        {bulk && selection.rows.length > 0 && (
          <BulkBar selection={selection} pagination={page?.pagination} readBlock={state.readBlock}>
            {bulk(selection.rows, selection.clear)}
          </BulkBar>
        )}
      </div>
      {/* Below all rows of the first page: above them it would move with each step in which they are drawn. */}
      {page && !isRefused && isComplete && (
        <Pages state={state} pagination={page.pagination} caption={caption} />
      )}
      <KeyHelp open={isHelpOpen} onClose={closeHelp} />
    </section>
  )
}
