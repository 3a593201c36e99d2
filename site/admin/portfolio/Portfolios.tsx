import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { adminPortfolios } from '#contract/admin-portfolios'
import { NOTHING_PENDING } from '#contract/portfolio'
import { callAdmin } from '#core/api/admin-api'
import { formatMoney, formatPercent, formatSignedMoney } from '#core/format/format'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { FilterChips } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { addIcon, deleteIcon, editIcon, undoIcon } from '#ui/icons/rows'
import { Activities } from './Activities.tsx'
import { differenceOf } from './difference.ts'
import { activityList, type Holder, holderList } from './list.ts'
import { type EditedPortfolio, PortfolioDialog } from './PortfolioDialog.tsx'
import { describeStored } from './stored.ts'

const none = <span className="text-ink-3">–</span>

/** The figures that the investor sees: entered, else derived; none where there is nothing to derive from. */
function shownOf({ portfolio, derived }: Holder) {
  if (portfolio?.is_recorded) return portfolio
  const isEmpty = !derived || (Number(derived.total_value) === 0 && Number(derived.total_invested) === 0)
  return isEmpty ? undefined : derived
}

/** What the investor sees, in a word, and below it whether that was entered. */
function wordsOf(holder: Holder): readonly [state: string, note: string] {
  const { portfolio } = holder
  if (portfolio?.is_recorded) return ['Active Portfolio', 'Figures entered']
  if (!portfolio) return ['No Portfolio', shownOf(holder) ? 'Derived figures are shown' : '']
  return [shownOf(holder) ? 'Derived figures' : 'Nothing recorded', describeStored(portfolio)]
}

function State(holder: Holder) {
  const { portfolio } = holder
  const [state, note] = wordsOf(holder)
  return (
    <>
      <Badge tone={portfolio?.is_recorded ? 'gain' : undefined}>{state}</Badge>
      <WaitingBadge
        of={[portfolio ? `portfolio:${portfolio.id}` : `portfolio_of:${holder.user.id}`]}
        className="mt-1"
      />
      {note && <span className="mt-1 block text-[0.8125rem] text-ink-3">{note}</span>}
    </>
  )
}

/** The value, and below an entered one how far it is from the derived value. */
function Value(holder: Holder) {
  const shown = shownOf(holder)
  if (!shown) return none
  const difference = differenceOf(holder)
  return (
    <>
      {formatMoney(shown.total_value)}
      {difference && (
        <span className="block text-[0.8125rem] whitespace-nowrap text-ink-3">{difference}</span>
      )}
    </>
  )
}

const columns: Column<Holder>[] = [
  {
    id: 'name',
    label: 'Investor',
    sort: 'last_name',
    cell: ({ user }) => <Person id={user.id} name={nameOf(user)} email={user.email} />,
  },
  {
    id: 'state',
    label: 'State',
    width: 11,
    cell: (holder) => <State {...holder} />,
  },
  {
    id: 'value',
    label: 'Total value',
    width: 11,
    isKept: true,
    align: 'right',
    cell: (holder) => <Value {...holder} />,
  },
  {
    id: 'invested',
    label: 'Invested',
    width: 8,
    align: 'right',
    cell: (holder) => {
      const shown = shownOf(holder)
      return shown ? formatMoney(shown.total_invested) : none
    },
  },
  {
    id: 'withdrawn',
    label: 'Withdrawn',
    width: 8,
    align: 'right',
    initiallyHidden: true,
    // Nobody enters it: it is known of derived figures.
    cell: (holder) => {
      const shown = shownOf(holder)
      return shown && 'total_withdrawn' in shown ? formatMoney(shown.total_withdrawn) : none
    },
  },
  {
    id: 'gains',
    label: 'Gains',
    width: 8,
    align: 'right',
    cell: (holder) => {
      const shown = shownOf(holder)
      return shown ? formatSignedMoney(shown.total_gains) : none
    },
  },
  {
    id: 'performance',
    label: 'Performance',
    align: 'right',
    cell: (holder) => {
      const shown = shownOf(holder)
      return shown ? formatPercent(shown.performance) : none
    },
  },
  {
    id: 'active',
    label: 'Investments',
    align: 'right',
    initiallyHidden: true,
    cell: (holder) => shownOf(holder)?.active_investments ?? none,
  },
  {
    id: 'pending',
    label: 'Pending',
    width: 7,
    cell: ({ portfolio }) =>
      !portfolio || portfolio.pending_investments === NOTHING_PENDING ? (
        <span className="text-ink-3">{portfolio ? NOTHING_PENDING : '–'}</span>
      ) : (
        <span className="num text-[0.875rem] whitespace-nowrap">{portfolio.pending_investments}</span>
      ),
  },
]

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'With a portfolio' },
  { value: 'none', label: 'Without one' },
] as const

/** The portfolios of all investors, and their recent activities. */
export function Portfolios() {
  const state = useList(holderList)
  const [edited, setEdited] = useState<EditedPortfolio>()
  const [deleting, setDeleting] = useState<Holder>()
  const [reverting, setReverting] = useState<Holder>()
  // The second list follows the first rows of the first one: the two are not drawn in one task.
  const hasRows = useDeferredValue(state.view.status !== 'loading', false)
  const [isRestShown, setRestShown] = useState(false)
  useEffect(() => {
    if (hasRows) startTransition(() => setRestShown(true))
  }, [hasRows])
  const { notice, showSuccess } = useLocalToast()
  const mayWrite = useMay()('money')

  return (
    <SectionPage
      title="Portfolio Management"
      outcome={notice}
      lead="What investors see as their holdings, and their recent activity"
      aside={
        mayWrite && (
          <Button small onClick={() => setEdited({})}>
            Create portfolio
          </Button>
        )
      }
    >
      <ListTable
        state={state}
        caption="Portfolios"
        columns={columns}
        rowKey={({ user }) => user.id}
        rowName={({ user }) => nameOf(user)}
        tools={
          <>
            <SearchBox state={state} placeholder="Search email or name" />
            <FilterChips state={state} name="filter" label="Show users" options={filters} />
          </>
        }
        actions={
          mayWrite
            ? (holder) => (
                <Actions holder={holder} onEdit={setEdited} onRevert={setReverting} onDelete={setDeleting} />
              )
            : undefined
        }
        empty={{ title: 'No users found', hint: 'Investors appear here once they register.' }}
        failure="Failed to fetch portfolios"
      />
      {isRestShown && <Activities showSuccess={showSuccess} />}
      <PortfolioDialog
        of={edited}
        onClose={() => setEdited(undefined)}
        onSaved={async (message) => {
          await holderList.refresh()
          showSuccess(message)
        }}
      />
      <ConfirmDialog
        of={reverting}
        onClose={() => setReverting(undefined)}
        title="Use derived figures"
        action="Use derived figures"
        look="primary"
        busy="Saving..."
        takesReason
        approval={{ endpoint: adminPortfolios.useDerived }}
        run={({ portfolio }, said) =>
          callAdmin(adminPortfolios.useDerived, { params: { id: portfolio?.id ?? 0 }, body: said })
        }
        onDone={async () => {
          await holderList.refresh()
          showSuccess('The investor sees derived figures.')
        }}
        onOutdated={holderList.refresh}
        failure="Failed to save portfolio"
      >
        {({ user, portfolio, derived }) => (
          <>
            <strong>{nameOf(user)}</strong> then sees a value of {formatMoney(derived?.total_value ?? '0')},
            from ledger, register and valuations, in place of {formatMoney(portfolio?.total_value ?? '0')} as
            it was entered. Entering figures again begins with the derived ones.
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete portfolio"
        action="Delete portfolio"
        busy="Deleting..."
        takesReason
        approval={{ endpoint: adminPortfolios.remove }}
        run={({ portfolio }, said) =>
          callAdmin(adminPortfolios.remove, { params: { id: portfolio?.id ?? 0 }, body: said })
        }
        onDone={async () => {
          await Promise.all([holderList.refresh(), activityList.refresh()])
          showSuccess('Portfolio deleted.')
        }}
        onOutdated={holderList.refresh}
        failure="Failed to delete portfolio"
      >
        {({ user, portfolio }) => (
          <>
            This deletes the portfolio of <strong>{nameOf(user)}</strong> (
            {formatMoney(portfolio?.total_value ?? '0')}
            {portfolio?.is_recorded ? ' as entered' : ', stored and not shown'}), the history of its value and
            any pending request. The investor then sees derived figures. Transactions and activities stay.
            This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

interface ActionsProps {
  holder: Holder
  onEdit: (holder: Holder) => void
  onRevert: (holder: Holder) => void
  onDelete: (holder: Holder) => void
}

function Actions({ holder, onEdit, onRevert, onDelete }: ActionsProps) {
  const name = nameOf(holder.user)
  if (!holder.portfolio) {
    return (
      <RowAction
        icon={addIcon}
        label="Enter figures"
        name={`Enter figures for ${name}`}
        asks
        onClick={() => onEdit(holder)}
      />
    )
  }
  return (
    <>
      <RowAction
        icon={editIcon}
        label={holder.portfolio.is_recorded ? 'Edit' : 'Enter figures'}
        name={holder.portfolio.is_recorded ? `Edit portfolio of ${name}` : `Enter figures for ${name}`}
        asks
        onClick={() => onEdit(holder)}
      />
      {holder.portfolio.is_recorded && (
        <RowAction
          icon={undoIcon}
          label="Use derived figures"
          name={`Use derived figures for ${name}`}
          asks
          onClick={() => onRevert(holder)}
        />
      )}
      <RowAction
        icon={deleteIcon}
        label="Delete"
        name={`Delete portfolio of ${name}`}
        asks
        onClick={() => onDelete(holder)}
      />
    </>
  )
}
