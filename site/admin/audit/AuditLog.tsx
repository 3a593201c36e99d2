import { useStore } from '@nanostores/react'
import { type AuditEntry, auditKinds } from '#contract/audit'
import { dataOf } from '#core/query/remote'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterInput, FilterPair, FilterSelect, nameOptions } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { PhoneFold } from '#ui/PhoneFold'
import { RemoteFailure } from '#ui/RemoteView'
import { $auditNames, auditList, refreshAuditNames } from './audit-list.ts'
import { ChainCheck } from './ChainCheck.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { kindNames, Sentence } from './Sentence.tsx'
import { nameAction, nameRecord } from './words.ts'

const columns: Column<AuditEntry>[] = [
  {
    id: 'time',
    label: 'Time',
    width: 11,
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <Moment instant={created_at} />,
  },
  {
    id: 'what',
    label: 'What happened',
    isKept: true,
    cell: (entry) => <Sentence entry={entry} />,
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

/** Options under their names in words, in the order of these. */
function inWords(
  [all, ...options]: readonly { value: string; label: string }[],
  name: (value: string) => string,
): { value: string; label: string }[] {
  const named = options.map(({ value }) => ({ value, label: name(value) }))
  named.sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return all ? [all, ...named] : named
}

/** What administrators did, as sentences: every sign-in, denied call, export, reading of evidence and change. */
export function AuditLog() {
  const state = useList(auditList)
  const namesView = useStore($auditNames)
  const names = dataOf(namesView)
  const { admin, action, entity, user } = state.query.filters
  const investor = useOwner(readUserId(user))
  const hasFilter = Object.values(state.query.filters).some((value) => value !== '')
  return (
    <SectionPage
      title="Audit Log"
      lead="Every sign-in, refusal and change, each bound to the one before it, so that none can be removed unnoticed."
    >
      <RemoteFailure
        view={namesView}
        {...loadFailure('Failed to fetch what the log can be filtered by')}
        onRetry={refreshAuditNames}
      />
      <ChainCheck />
      <ListTable
        state={state}
        caption="Audit log"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id }) => `entry ${id}`}
        detail={(entry) => <EntryDetail entry={entry} />}
        tools={
          <>
            <SearchBox state={state} placeholder="Search name, email, reference or text" />
            <PhoneFold label="Filters" isOpen={hasFilter} className="basis-full">
              <UserPicker
                label="Investor"
                filter
                className="min-w-56"
                {...pickedOwner(investor)}
                onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
              />
              <FilterSelect
                state={state}
                name="kind"
                label="Kind"
                options={[
                  { value: '', label: 'All' },
                  ...auditKinds.map((value) => ({ value, label: kindNames[value] })),
                ]}
              />
              <FilterSelect
                state={state}
                name="admin"
                className="w-44 max-sm:w-full"
                label="Administrator"
                options={nameOptions('All', names?.admins ?? [], admin)}
              />
              <FilterSelect
                state={state}
                name="action"
                className="w-44 max-sm:w-full"
                label="Action"
                options={inWords(nameOptions('All', names?.actions ?? [], action), nameAction)}
              />
              <FilterSelect
                state={state}
                name="entity"
                className="w-44 max-sm:w-full"
                label="Record"
                options={inWords(nameOptions('All', names?.entities ?? [], entity), nameRecord)}
              />
              <FilterPair>
                <FilterInput state={state} name="from" label="From" type="date" />
                <FilterInput state={state} name="to" label="To" type="date" />
              </FilterPair>
            </PhoneFold>
          </>
        }
        empty={{ title: 'No entries yet', hint: 'Each sign-in, refusal and change is kept here.' }}
        failure="Failed to fetch the audit log"
      />
    </SectionPage>
  )
}
