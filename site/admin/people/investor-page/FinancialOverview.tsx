import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/people/admin-investor'
import type { UserListItem } from '#contract/people/admin-users'
import { formatCountOf, formatMoney } from '#core/format/format'
import { subscriptionStatusLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { subscriptionStatusTones } from '#site/admin/holdings/subscriptions/subscription-actions.ts'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'

type MoneyFacts = NonNullable<InvestorOverview['money']>

/** Subscriptions shown; the list has the rest. */
const SHOWN = 5

/** Ledger, portfolio, holdings and subscriptions in figures, each with a link to its list. */
export function FinancialOverview({ facts, user }: { facts: MoneyFacts; user: UserListItem }) {
  const { portfolio, derived } = facts
  const isOverdrawn = facts.cash.startsWith('-')
  const isEntered = portfolio?.is_recorded === true
  const search = encodeURIComponent(user.email)
  const figures = [
    [
      'Cash balance',
      formatMoney(facts.cash),
      `${isOverdrawn ? 'Overdrawn. ' : ''}${formatMoney(facts.deposited)} deposited, ${formatMoney(facts.withdrawn)} withdrawn`,
    ],
    [
      'Portfolio',
      formatMoney(isEntered ? portfolio.total_value : derived.total_value),
      isEntered ? `Manually entered; calculated: ${formatMoney(derived.total_value)}` : 'Calculated',
    ],
    ['Holdings and cash', formatMoney(facts.total), formatCountOf(facts.holdings.length, 'holding')],
  ] as const
  return (
    <Panel
      title="Holdings and cash"
      aside={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-[0.875rem]">
          <Link to={{ search: `?d=transactions&user=${user.id}` }}>
            {formatCountOf(facts.transactions, 'transaction')}
          </Link>
          <Link to={{ search: `?d=portfolio&search=${search}` }}>Portfolio</Link>
          <Link to={{ search: `?d=subscriptions&user=${user.id}` }}>
            {formatCountOf(facts.subscriptions.length, 'subscription')}
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
      <Holdings holdings={facts.holdings} />
      <Subscriptions subscriptions={facts.subscriptions} />
    </Panel>
  )
}

const row =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-t px-[22px] py-2.5 text-[0.9375rem] max-sm:px-4'

function Holdings({ holdings }: { holdings: MoneyFacts['holdings'] }) {
  return holdings.map(({ symbol, units, value }) => (
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

function Subscriptions({ subscriptions }: { subscriptions: MoneyFacts['subscriptions'] }) {
  return subscriptions.slice(0, SHOWN).map(({ id, reference, symbol, amount, state }) => (
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
