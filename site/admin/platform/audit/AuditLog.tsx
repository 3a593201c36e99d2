import { useStore } from '@nanostores/react'
import { type AuditEntry, auditEntryTypes } from '#contract/platform/audit'
import { getData } from '#core/query/remote'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { FilterGroup, FilterInput, FilterSelect, toFilterOptions } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { MobileCollapse } from '#ui/MobileCollapse'
import { RemoteError } from '#ui/RemoteView'
import { AuditEntryDetail } from './AuditEntryDetail.tsx'
import { AuditSentence, auditEntryTypeLabels } from './AuditSentence.tsx'
import { $auditNames, auditList, refreshAuditNames } from './audit-list.ts'
import { ChainCheck } from './ChainCheck.tsx'
import { getActionLabel, getRecordTypeLabel } from './field-labels.ts'

const columns: Column<AuditEntry>[] = [
  {
    id: 'time',
    label: 'Time',
    width: 11,
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
  },
  {
    id: 'what',
    label: 'Event',
    isKept: true,
    cell: (entry) => <AuditSentence entry={entry} />,
  },
  {
    id: 'address',
    label: 'IP address',
    width: 9,
    cell: ({ ip_address }) => <span className="num text-[0.875rem]">{ip_address}</span>,
  },
  {
    id: 'action',
    label: 'Action',
    initiallyHidden: true,
    cell: ({ action }) => <span className="num text-[0.875rem]">{action}</span>,
  },
  {
    id: 'request',
    label: 'Request',
    initiallyHidden: true,
    cell: ({ request_id }) => <span className="num text-[0.8125rem] wrap-anywhere">{request_id}</span>,
  },
]

/** Options with their labels, sorted by label. */
function inWords(
  [all, ...options]: readonly { value: string; label: string }[],
  name: (value: string) => string,
): { value: string; label: string }[] {
  const named = options.map(({ value }) => ({ value, label: name(value) }))
  named.sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return all ? [all, ...named] : named
}

/** Administrator actions as sentences: every sign-in, denied call, export, viewing of evidence and change. */
export function AuditLog() {
  const state = useAdminList(auditList)
  const namesView = useStore($auditNames)
  const names = getData(namesView)
  const { admin, action, entity, user } = state.query.filters
  const investor = useSelectedInvestor(parseUserId(user))
  const hasFilter = Object.values(state.query.filters).some((value) => value !== '')
  return (
    <SectionPage
      title="Audit Log"
      lead="Every sign-in, denied action and change. Entries are hash-chained, so any later change or removal is detectable."
    >
      <RemoteError
        view={namesView}
        {...getLoadErrorProps('Failed to fetch audit log filters')}
        onRetry={refreshAuditNames}
      />
      <ChainCheck />
      <ListTable
        state={state}
        caption="Audit log"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id }) => `entry ${id}`}
        detail={(entry) => <AuditEntryDetail entry={entry} />}
        tools={
          <>
            <SearchBox state={state} placeholder="Search name, email, reference or text" />
            <MobileCollapse label="Filters" isOpen={hasFilter} className="basis-full">
              <InvestorPicker
                label="Investor"
                filter
                className="min-w-56"
                {...getPickerProps(investor)}
                onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
              />
              <FilterSelect
                state={state}
                name="kind"
                label="Type"
                options={[
                  { value: '', label: 'All' },
                  ...auditEntryTypes.map((value) => ({ value, label: auditEntryTypeLabels[value] })),
                ]}
              />
              <FilterSelect
                state={state}
                name="admin"
                className="w-44 max-sm:w-full"
                label="Administrator"
                options={toFilterOptions('All', names?.admins ?? [], admin)}
              />
              <FilterSelect
                state={state}
                name="action"
                className="w-44 max-sm:w-full"
                label="Action"
                options={inWords(toFilterOptions('All', names?.actions ?? [], action), getActionLabel)}
              />
              <FilterSelect
                state={state}
                name="entity"
                className="w-44 max-sm:w-full"
                label="Record"
                options={inWords(toFilterOptions('All', names?.entities ?? [], entity), getRecordTypeLabel)}
              />
              <FilterGroup>
                <FilterInput state={state} name="from" label="From" type="date" />
                <FilterInput state={state} name="to" label="To" type="date" />
              </FilterGroup>
            </MobileCollapse>
          </>
        }
        empty={{ title: 'No entries yet', hint: 'Sign-ins, denied actions and changes are recorded here.' }}
        failure="Failed to fetch the audit log"
      />
    </SectionPage>
  )
}
