import type { AdminSubscription } from '#contract/admin-subscriptions'
import { countOf, formatMoney } from '#core/format/format'
import { subscriptionStateNames } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { subscriptionStates } from '#shared/enums/series'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { BesideItem } from '#site/admin/detail/BesideItem.tsx'
import { useItem } from '#site/admin/detail/use-item.ts'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowOpen } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { useSeriesOptions } from '#site/admin/series/series-options.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { Standing } from '#site/admin/shared/Standing.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Reference } from '#ui/Reference'
import { subscriptionList } from './list.ts'
import { SubscriptionDetail } from './SubscriptionDetail.tsx'
import { stateTones } from './steps.ts'

const columns: Column<AdminSubscription>[] = [
  {
    id: 'who',
    label: 'Subscription',
    cell: (subscription) => (
      <>
        <Person id={subscription.user_id} name={subscription.user_name} email={subscription.user_email} />
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 font-normal">
          <Reference of={subscription.reference} className="text-[0.8125rem] text-ink-3" />
          <Standing of={subscription} />
          <WaitingBadge of={`subscription:${subscription.id}`} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    isKept: true,
    sort: 'state',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{subscriptionStateNames[state]}</Badge>,
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
  { value: '' as const, label: 'All states' },
  ...subscriptionStates.map((value) => ({ value, label: subscriptionStateNames[value] })),
]

/** Columns beside an open subscription. */
const essential = ['who', 'state']

/** Subscriptions of all investors: a list, and one with its steps beside it. */
export function Subscriptions() {
  const state = useList(subscriptionList)
  const { user, series } = state.query.filters
  const owner = useOwner(readUserId(user))
  const { item, addressOf, back } = useItem()
  const options = useSeriesOptions(series)
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Subscriptions"
      outcome={notice}
      lead={total !== undefined && `${countOf(total, 'subscription')}${state.isNarrowed ? ' found' : ''}`}
    >
      <BesideItem
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
                <FilterSelect state={state} name="state" label="State" options={states} />
                <FilterSelect
                  state={state}
                  name="series"
                  label="Series"
                  options={[{ value: '', label: 'All series' }, ...options]}
                />
                <UserPicker
                  filter
                  label="Investor"
                  className="w-72 max-sm:w-full"
                  {...pickedOwner(owner)}
                  onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
                />
              </>
            }
            actions={({ id, reference }) => <RowOpen item={id} name={reference} to={addressOf(id)} />}
            empty={{
              title: 'No subscriptions found',
              hint: 'Investors subscribe once a series has an open offering, under Tokens.',
            }}
            failure="Failed to fetch subscriptions"
          />
        }
        item={
          item && (
            <SubscriptionDetail
              id={item}
              back={back}
              showSuccess={showSuccess}
              warn={(message) => warn(message)}
            />
          )
        }
      />
    </SectionPage>
  )
}
