/** The effect of a booking on cash balances, for the person booking it and for the approver. */
import { Link } from 'react-router'
import type { CashEffect, CashPreview } from '#contract/cash/overdraft'
import { formatCountOf, formatMoney } from '#core/format/format'
import { toDecimal } from '#shared/calculations/decimal'
import { formatLongDate } from '#shared/format-date'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { type CashFigures, lowersBelowZero, takesBelowZero } from './overdraft.ts'

const isNegative = (amount: string): boolean => toDecimal(amount).lt(0)

/** Explains an overdraft in one sentence. */
function explainOverdraft({ balance, balance_after, available, available_after, lowest }: CashFigures) {
  if (lowersBelowZero(balance, balance_after)) return 'the cash balance would fall below zero.'
  if (lowersBelowZero(available, available_after)) return 'reserved cash would be spent.'
  return `the cash balance would have been below zero on ${formatLongDate(lowest?.day ?? '')}.`
}

const look = (isShort: boolean) =>
  `rounded border text-[0.9375rem] ${isShort ? 'border-loss bg-sunken' : 'border-line bg-paper'}`

function NowAndAfter({ now, after }: { now: string; after: string }) {
  return (
    <>
      <span className={isNegative(now) ? 'text-loss' : ''}>{formatMoney(now)}</span> →{' '}
      <span className={isNegative(after) ? 'font-medium text-loss' : ''}>{formatMoney(after)}</span>
    </>
  )
}

/** Cash now → after. A negative balance is red and also labeled in words. */
export function CashChange({ cash, name }: { cash: CashFigures; name?: string }) {
  const isShort = takesBelowZero(cash)
  const isReserved = toDecimal(cash.reserved).gt(0) || cash.balance_after !== cash.available_after
  const figures = [
    ['Cash balance', cash.balance, cash.balance_after],
    ...(isReserved ? [['Available', cash.available, cash.available_after]] : []),
    ...(cash.lowest
      ? [
          [
            `Lowest since ${formatLongDate(cash.lowest.since)}`,
            cash.lowest.balance,
            cash.lowest.balance_after,
          ],
        ]
      : []),
  ] as const
  return (
    <div className={`px-4 py-2.5 ${look(isShort)}`}>
      {name && <p className="font-medium wrap-anywhere">{name}</p>}
      <dl>
        {figures.map(([label = '', now = '0', after = '0']) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{label}, before → after</dt>
            <dd className="num text-[0.875rem]">
              <NowAndAfter now={now} after={after} />
            </dd>
          </div>
        ))}
      </dl>
      {toDecimal(cash.reserved).gt(0) && (
        <p className="text-[0.8125rem] text-ink-2">
          {formatMoney(cash.reserved)} is reserved for paid subscriptions.
        </p>
      )}
      {isShort && <p className="mt-1 font-medium text-loss">Overdraft: {explainOverdraft(cash)}</p>}
    </div>
  )
}

type Several = Pick<CashPreview, 'cash'> & Partial<CashPreview>

/** The same for several investors, those below zero first; one line each if there are many. */
export function CashChanges({ preview: { cash, investors = cash.length, overdrawn } }: { preview: Several }) {
  const [first] = cash
  if (!first) return null
  if (investors === 1) return <CashChange cash={first} name={first.name} />
  const short = overdrawn ?? cash.filter(takesBelowZero).length
  return (
    <section className={look(short > 0)} aria-label="Cash before and after">
      <p className={`border-line border-b px-4 py-2.5 ${short > 0 ? 'font-medium text-loss' : 'text-ink-2'}`}>
        {short > 0
          ? `Overdraft: the cash balances of ${short} of ${formatCountOf(investors, 'investor')} would fall below zero.`
          : `Available cash of ${formatCountOf(investors, 'investor')}, before → after`}
      </p>
      {/* The height ends mid-row to show that the table scrolls. */}
      <dl className="max-h-[15.5rem] overflow-y-auto px-4" tabIndex={0}>
        {cash.map((effect) => (
          <Row key={effect.user_id} effect={effect} />
        ))}
      </dl>
      {investors > cash.length && (
        <p className="border-line border-t px-4 py-2.5 text-[0.875rem] text-ink-2">
          and {formatCountOf(investors - cash.length, 'more investor')}
        </p>
      )}
    </section>
  )
}

function Row({ effect }: { effect: CashEffect }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-line py-2 not-first:border-t">
      <dt className="min-w-0 wrap-anywhere">
        <Link to={{ search: getInvestorLocation(effect.user_id) }}>
          {effect.name || `Investor ${effect.user_id}`}
        </Link>
      </dt>
      <dd className="num text-[0.875rem]">
        <NowAndAfter now={effect.available} after={effect.available_after} />
      </dd>
    </div>
  )
}
