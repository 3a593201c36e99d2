import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/admin-investor'
import type { UserListItem } from '#contract/admin-users'
import { formatCountOf, formatMoney } from '#core/format/format'
import { subscriptionStatusLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { getSeriesLocation } from '#site/admin/series/series-options.ts'
import { subscriptionStatusTones } from '#site/admin/subscriptions/subscription-actions.ts'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'

type MoneyFacts = NonNullable<InvestorOverview['money']>

/** Subscriptions shown; the list has the rest. */
const SHOWN = 5

/** Ledger, portfolio, holdings and subscriptions in figures, each with a link to its list. */
export function FinancialOverview({ of, user }: { of: MoneyFacts; user: UserListItem }) {
  const { portfolio, derived } = of
  const isOverdrawn = of.cash.startsWith('-')
  const isEntered = portfolio?.is_recorded === true
  const search = encodeURIComponent(user.email)
  const figures = [
    [
      'Cash balance',
      formatMoney(of.cash),
      `${isOverdrawn ? 'Overdrawn. ' : ''}${formatMoney(of.deposited)} deposited, ${formatMoney(of.withdrawn)} withdrawn`,
    ],
    [
      'Portfolio',
      formatMoney(isEntered ? portfolio.total_value : derived.total_value),
      isEntered ? `Manually entered; calculated: ${formatMoney(derived.total_value)}` : 'Calculated',
    ],
    ['Holdings and cash', formatMoney(of.total), formatCountOf(of.holdings.length, 'holding')],
  ] as const
  return (
    <Panel
      title="Holdings and cash"
      aside={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-[0.875rem]">
          <Link to={{ search: `?d=transactions&user=${user.id}` }}>
            {formatCountOf(of.transactions, 'transaction')}
          </Link>
          <Link to={{ search: `?d=portfolio&search=${search}` }}>Portfolio</Link>
          <Link to={{ search: `?d=subscriptions&user=${user.id}` }}>
            {formatCountOf(of.subscriptions.length, 'subscription')}
          </Link>
        </span>
      }
    >
      <dl className="flex flex-wrap gap-px bg-line">
        {figures.map(([label, figure, note]) => (
          <div
            key={label}
            className="flex grow basis-[12.5rem] flex-col gap-1 bg-surface px-[22px] py-4 max-sm:px-4"
          >
            <dt className="text-[0.875rem] text-ink-2">{label}</dt>
            <dd
              className={`num text-[1.25rem] leading-tight tracking-tight wrap-anywhere ${label === 'Cash balance' && isOverdrawn ? 'text-loss' : ''}`}
            >
              {figure}
            </dd>
            <dd className="text-[0.8125rem] text-ink-3">{note}</dd>
          </div>
        ))}
      </dl>
      <Holdings of={of.holdings} />
      <Subscriptions of={of.subscriptions} />
    </Panel>
  )
}

const row =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-t px-[22px] py-2.5 text-[0.9375rem] max-sm:px-4'

function Holdings({ of }: { of: MoneyFacts['holdings'] }) {
  return of.map(({ symbol, units, value }) => (
    <p key={symbol} className={row}>
      <Link className="num text-[0.875rem]" to={{ search: getSeriesLocation(symbol) }}>
        {symbol}
      </Link>
      <span className="text-ink-2">
        {formatUnits(units)} units{value !== null && `, ${formatMoney(value)}`}
      </span>
    </p>
  ))
}

function Subscriptions({ of }: { of: MoneyFacts['subscriptions'] }) {
  return of.slice(0, SHOWN).map(({ id, reference, symbol, amount, state }) => (
    <p key={id} className={row}>
      <span>
        <Link to={{ search: `?d=subscriptions&item=${id}` }}>{reference}</Link>{' '}
        <span className="text-ink-2">
          {formatMoney(amount)} of {symbol}
        </span>
      </span>
      <Badge tone={subscriptionStatusTones[state]}>{subscriptionStatusLabels[state]}</Badge>
    </p>
  ))
}
