import type { AdminSubscription } from '#contract/holdings/admin-subscriptions'
import { formatCountOf, formatMoney } from '#core/format/format'
import { subscriptionStatusLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { subscriptionStatuses } from '#shared/enums/series'
import { useSeriesOptions } from '#site/admin/catalog/series/series-options.ts'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { SplitView } from '#site/admin/kit/detail/SplitView.tsx'
import { useSelectedItem } from '#site/admin/kit/detail/use-selected-item.ts'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import { InvestorStatus } from '#site/admin/kit/InvestorStatus.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowDetailLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import { SubscriptionDetail } from './SubscriptionDetail.tsx'
import { subscriptionStatusTones } from './subscription-actions.ts'
import { subscriptionList } from './subscription-list.ts'

const columns: Column<AdminSubscription>[] = [
  {
    id: 'who',
    label: 'Subscription',
    cell: (subscription) => (
      <>
        <InvestorLink
          id={subscription.user_id}
          name={subscription.user_name}
          email={subscription.user_email}
        />
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 font-normal">
          <ReferenceNumber reference={subscription.reference} className="text-[0.8125rem] text-ink-3" />
          <InvestorStatus investor={subscription} />
          <AwaitingApprovalBadge
            rows={[`subscription:${subscription.id}`, `transaction_of:${subscription.user_id}`]}
          />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    isKept: true,
    sort: 'state',
    cell: ({ state }) => (
      <Badge tone={subscriptionStatusTones[state]}>{subscriptionStatusLabels[state]}</Badge>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    isKept: true,
    align: 'right',
    sort: 'amount',
    startsDescending: true,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    id: 'series',
    label: 'Series',
    cell: ({ symbol }) => <span className="num text-[0.875rem] whitespace-nowrap">{symbol}</span>,
  },
  { id: 'units', label: 'Units', align: 'right', cell: ({ units }) => formatUnits(units) },
  {
    id: 'submitted',
    label: 'Submitted',
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <AdminDate instant={created_at} />,
  },
]

const states = [
  { value: '' as const, label: 'All statuses' },
  ...subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusLabels[value] })),
]

/** Columns shown beside an open subscription. */
const essential = ['who', 'state']

/** All investors' subscriptions: a list, with the selected one and its steps beside it. */
export function Subscriptions() {
  const state = useAdminList(subscriptionList)
  const { user, series } = state.query.filters
  const owner = useSelectedInvestor(parseUserId(user))
  const { item, addressOf, back } = useSelectedItem()
  const options = useSeriesOptions(series)
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Subscriptions"
      outcome={notice}
      lead={
        total !== undefined && `${formatCountOf(total, 'subscription')}${state.isNarrowed ? ' found' : ''}`
      }
    >
      <SplitView
        width={34}
        list={
          <ListTable
            state={state}
            caption="Subscriptions"
            columns={item ? columns.filter(({ id }) => essential.includes(id)) : columns}
            rowKey={({ id }) => id}
            rowName={({ reference }) => reference}
            tools={
              <>
                <SearchBox state={state} placeholder="Search reference, name, series" />
                <FilterSelect state={state} name="state" label="Status" options={states} />
                <FilterSelect
                  state={state}
                  name="series"
                  label="Series"
                  options={[{ value: '', label: 'All series' }, ...options]}
                />
                <InvestorPicker
                  filter
                  label="Investor"
                  className="w-72 max-sm:w-full"
                  {...getPickerProps(owner)}
                  onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
                />
              </>
            }
            actions={({ id, reference }) => <RowDetailLink item={id} name={reference} to={addressOf(id)} />}
            empty={{
              title: 'No subscriptions found',
              hint: 'Investors can subscribe once a series has an open offering. Offerings are managed in Tokens.',
            }}
            failure="Failed to fetch subscriptions"
          />
        }
        item={
          item && (
            <SubscriptionDetail
              id={item}
              backUrl={back}
              showSuccess={showSuccess}
              warn={(message) => warn(message)}
            />
          )
        }
      />
    </SectionPage>
  )
}
