import { useDeferredValue, useMemo, useRef } from 'react'
import { formatCount } from '#core/format/format'
import type { FilterRules } from '#core/list/url-state'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { SavedViewsMenu } from '#site/admin/kit/saved-views/SavedViewsMenu.tsx'
import { InvalidFilters } from '#site/ui/list/InvalidFilters.tsx'
import { useStagedRows } from '#site/ui/list/use-staged-rows.ts'
import { useLatched } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteError } from '#ui/RemoteView'
import { ColumnSettings } from './ColumnSettings.tsx'
import { useColumnVisibility } from './column-visibility.ts'
import { ExportButton } from './ExportButton.tsx'
import { KeyboardShortcutsDialog } from './KeyboardShortcutsDialog.tsx'
import { ListPagination } from './ListPagination.tsx'
import { useDensity } from './list-preferences.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SortSelect } from './SortSelect.tsx'
import { TableFrame } from './TableFrame.tsx'
import { TableRows, TableRowsSkeleton } from './TableRows.tsx'
import type { ListTableProps } from './table-props.ts'
import { useHeightVariable } from './use-height-variable.ts'
import { useIsHovered } from './use-is-hovered.ts'
import { useListKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import { useOverflowColumnCount } from './use-overflow-columns.ts'
import { useSelection } from './use-selection.ts'
import { useStableRows } from './use-stable-rows.ts'
import './list.css'

/**
 * A list in all its states: search and filters, rows with actions, pagination. On a phone, the rows are cards.
 *
 *     const state = useAdminList(userList)
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
  // The rows follow in a transition, so that the press is acknowledged before they are rendered.
  const drawn = useDeferredValue(props)
  const { columns, rowKey, actions, empty } = drawn
  const { view, page, isNarrowed } = drawn.state
  const isStale = state.isStale || drawn.state.isStale
  const choice = useColumnVisibility(state.name, columns)
  const frame = useRestoredFocus()
  const region = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const tooling = useRef<HTMLDivElement>(null)
  useHeightVariable(tooling, frame, '--list-tools-height')

  const { isHelpOpen, closeHelp } = useListKeyboardShortcuts(frame)
  const isHeld = useIsHovered(body)
  const isRefused = Object.keys(state.faults).length > 0
  const listed = isRefused ? [] : (page?.rows ?? [])
  const query = JSON.stringify(page?.query) ?? ''
  const { rows, isGone } = useStableRows(listed, rowKey, query, isHeld)
  const steps = useStagedRows(rows, rowKey, query)
  const isComplete = useLatched(page !== undefined && steps.current === rows.length)
  const { search, filters } = state.query
  const selection = useSelection({
    rows: listed,
    keyOf: rowKey,
    narrowing: JSON.stringify({ search, filters }),
    page: query,
  })

  const foldable = choice.shown.slice(1).filter(({ isKept }) => !isKept)
  const shown = `${choice.shown.map(({ id }) => id).join()} ${view.status}`
  const count = useOverflowColumnCount(region, foldable.length, shown, `${query} ${steps.current}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` names the columns that are chosen
  const { folded, heads } = useMemo(() => {
    const folded = count > 0 ? foldable.slice(-count) : []
    return { folded, heads: choice.shown.filter((column) => !folded.includes(column)) }
  }, [columns, shown, count])
  const isLoading = view.status === 'loading'
  const hasFailed = view.status === 'failed' && !isRefused
  const isOld = page !== undefined && rows.length > 0

  const failed = <RemoteError view={view} {...getLoadErrorProps(failure)} onRetry={state.refresh} />
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
          <SavedViewsMenu />
          <ColumnSettings columns={props.columns} shown={choice.shown} onToggle={choice.toggle} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isLoading || isStale
          ? `Loading ${caption.toLowerCase()}`
          : page && !isRefused && `${formatCount(page.pagination.total)} found`}
      </p>
      {hasFailed && !isOld && <div className="p-4">{failed}</div>}
      {isRefused && <InvalidFilters list={state} />}
      {!isRefused && (isLoading || rows.length > 0) && (
        <>
          <SortSelect
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
              <TableRowsSkeleton
                columns={heads}
                actions={actions}
                bulk={bulk}
                count={Math.min(state.query.limit, 10)}
              />
            ) : (
              <TableRows
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
      {/* At the bottom: above the rows, a toast would move them under the pointer. */}
      <div className="list-foot">
        {hasFailed && isOld && <div className="bg-surface p-4">{failed}</div>}
        {bulk && selection.rows.length > 0 && (
          <SelectionBar selection={selection} pagination={page?.pagination} readBlock={state.readBlock}>
            {bulk(selection.rows, selection.clear)}
          </SelectionBar>
        )}
      </div>
      {/* Below all rows of the first page: above them, it would move with each rendering step. */}
      {page && !isRefused && isComplete && (
        <ListPagination state={state} pagination={page.pagination} caption={caption} />
      )}
      <KeyboardShortcutsDialog open={isHelpOpen} onClose={closeHelp} />
    </section>
  )
}
