import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { adminPortfolios } from '#contract/portfolio/admin-portfolios'
import { callAdminApi } from '#core/api/admin-api'
import { formatMoney, formatPercent, formatSignedMoney } from '#core/format/format'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { formatFullName } from '#shared/full-name'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterChips } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { addIcon, deleteIcon, editIcon, undoIcon } from '#ui/icons/row-actions'
import { Activities } from './Activities.tsx'
import { type EditedPortfolio, PortfolioDialog } from './PortfolioDialog.tsx'
import { activityList, type Holder, holderList } from './portfolio-list.ts'
import { describeStoredFigures } from './stored-figures.ts'
import { formatValueDifference } from './value-difference.ts'

const none = <span className="text-ink-3">–</span>

/** The figures the investor sees: entered, or else calculated; none if there is nothing to calculate from. */
function shownOf({ portfolio, derived }: Holder) {
  if (portfolio?.is_recorded) return portfolio
  const isEmpty = !derived || (Number(derived.total_value) === 0 && Number(derived.total_invested) === 0)
  return isEmpty ? undefined : derived
}

/** What the investor sees, in a word, and below it whether it was manually entered. */
function wordsOf(holder: Holder): readonly [state: string, note: string] {
  const { portfolio } = holder
  if (portfolio?.is_recorded) return ['Active Portfolio', 'Manually entered']
  if (!portfolio) return ['No Portfolio', shownOf(holder) ? 'Calculated figures shown' : '']
  return [shownOf(holder) ? 'Calculated' : 'No records', describeStoredFigures(portfolio)]
}

function State(holder: Holder) {
  const { portfolio } = holder
  const [state, note] = wordsOf(holder)
  return (
    <>
      <Badge tone={portfolio?.is_recorded ? 'gain' : undefined}>{state}</Badge>
      <AwaitingApprovalBadge
        rows={[portfolio ? `portfolio:${portfolio.id}` : `portfolio_of:${holder.user.id}`]}
        className="mt-1"
      />
      {note && <span className="mt-1 block text-[0.8125rem] text-ink-3">{note}</span>}
    </>
  )
}

/** The value, and below a manually entered one its difference from the calculated value. */
function Value(holder: Holder) {
  const shown = shownOf(holder)
  if (!shown) return none
  const difference = formatValueDifference(holder)
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
    cell: ({ user }) => <InvestorLink id={user.id} name={formatFullName(user)} email={user.email} />,
  },
  {
    id: 'state',
    label: 'Status',
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
    // Never entered manually; known only for calculated figures.
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
      !portfolio || portfolio.pending_investments === NO_PENDING_INVESTMENT ? (
        <span className="text-ink-3">{portfolio ? NO_PENDING_INVESTMENT : '–'}</span>
      ) : (
        <span className="num text-[0.875rem] whitespace-nowrap">{portfolio.pending_investments}</span>
      ),
  },
]

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'With a portfolio' },
  { value: 'none', label: 'Without a portfolio' },
] as const

/** All investors' portfolios and recent activities. */
export function Portfolios() {
  const state = useAdminList(holderList)
  const [edited, setEdited] = useState<EditedPortfolio>()
  const [deleting, setDeleting] = useState<Holder>()
  const [reverting, setReverting] = useState<Holder>()
  // The second list is rendered after the first one's initial rows, so that the two are not one long task.
  const hasRows = useDeferredValue(state.view.status !== 'loading', false)
  const [isRestShown, setRestShown] = useState(false)
  useEffect(() => {
    if (hasRows) startTransition(() => setRestShown(true))
  }, [hasRows])
  const { notice, showSuccess } = useLocalToast()
  const mayWrite = usePermissions()('money')

  return (
    <SectionPage
      title="Portfolio Management"
      outcome={notice}
      lead="Portfolio figures and recent activity shown to investors"
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
        rowName={({ user }) => formatFullName(user)}
        tools={
          <>
            <SearchBox state={state} placeholder="Search name, email or account" />
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
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={async (message) => {
          await holderList.refresh()
          showSuccess(message)
        }}
      />
      <ConfirmDialog
        target={reverting}
        onClose={() => setReverting(undefined)}
        title="Use calculated figures"
        action="Use calculated figures"
        look="primary"
        busy="Saving..."
        takesReason
        approval={{ endpoint: adminPortfolios.revertToCalculated }}
        run={({ portfolio }, said) =>
          callAdminApi(adminPortfolios.revertToCalculated, { params: { id: portfolio?.id ?? 0 }, body: said })
        }
        onDone={async () => {
          await holderList.refresh()
          showSuccess('The investor now sees calculated figures.')
        }}
        onOutdated={holderList.refresh}
        failure="Failed to save portfolio"
      >
        {({ user, portfolio, derived }) => (
          <>
            <strong>{formatFullName(user)}</strong> will see a value of{' '}
            {formatMoney(derived?.total_value ?? '0')}, calculated from transactions, register and valuations,
            instead of the manually entered {formatMoney(portfolio?.total_value ?? '0')}. If you enter figures
            again later, the form starts from the calculated figures.
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete portfolio"
        action="Delete portfolio"
        busy="Deleting..."
        takesReason
        approval={{ endpoint: adminPortfolios.delete }}
        run={({ portfolio }, said) =>
          callAdminApi(adminPortfolios.delete, { params: { id: portfolio?.id ?? 0 }, body: said })
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
            Delete the portfolio of <strong>{formatFullName(user)}</strong> (
            {formatMoney(portfolio?.total_value ?? '0')}
            {portfolio?.is_recorded ? ' as entered' : ', stored but not shown'}), including its value history
            and any pending request? The investor will then see calculated figures. Transactions and
            activities are kept. This action cannot be undone.
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
  const name = formatFullName(holder.user)
  if (!holder.portfolio) {
    return (
      <RowAction
        icon={addIcon}
        label="Enter figures"
        name={`Enter figures for ${name}`}
        opensDialog
        onClick={() => onEdit(holder)}
      />
    )
  }
  return (
    <>
      <RowAction
        icon={editIcon}
        label={holder.portfolio.is_recorded ? 'Edit' : 'Enter figures'}
        name={holder.portfolio.is_recorded ? `Edit portfolio for ${name}` : `Enter figures for ${name}`}
        opensDialog
        onClick={() => onEdit(holder)}
      />
      {holder.portfolio.is_recorded && (
        <RowAction
          icon={undoIcon}
          label="Use calculated figures"
          name={`Use calculated figures for ${name}`}
          opensDialog
          onClick={() => onRevert(holder)}
        />
      )}
      <RowAction
        icon={deleteIcon}
        label="Delete"
        name={`Delete portfolio of ${name}`}
        opensDialog
        onClick={() => onDelete(holder)}
      />
    </>
  )
}
