/** What a booking does to the cash of an investor: for the person who books, and for the one who approves. */
import { formatMoney } from '#core/format/format'
import { decimal } from '#shared/asset/decimal'

interface CashFigures {
  balance: string
  reserved: string
  available: string
  balance_after: string
  available_after: string
}

const isNegative = (amount: string): boolean => decimal(amount).lt(0)

/** Whether a booking leaves an investor with less than nothing. */
export const isOverdrawn = ({ balance_after, available_after }: CashFigures): boolean =>
  isNegative(balance_after) || isNegative(available_after)

/** Cash now → after. A negative balance is red, and said in a word. */
export function CashChange({ of, name }: { of: CashFigures; name?: string }) {
  const isShort = isOverdrawn(of)
  const figures = [
    ['Cash', of.balance, of.balance_after],
    ...(decimal(of.reserved).eq(0) ? [] : [['Available', of.available, of.available_after]]),
  ] as const
  return (
    <div
      className={`rounded border px-4 py-2.5 text-[0.9375rem] ${isShort ? 'border-loss bg-sunken' : 'border-line bg-paper'}`}
    >
      {name && <p className="font-medium wrap-anywhere">{name}</p>}
      <dl>
        {figures.map(([label = '', now = '0', after = '0']) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{label} now → after</dt>
            <dd className="num text-[0.875rem]">
              {formatMoney(now)} →{' '}
              <span className={isNegative(after) ? 'font-medium text-loss' : ''}>{formatMoney(after)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {!decimal(of.reserved).eq(0) && (
        <p className="text-[0.8125rem] text-ink-2">
          {formatMoney(of.reserved)} is reserved for paid subscriptions.
        </p>
      )}
      {isShort && (
        <p className="mt-1 font-medium text-loss">
          Overdraft: {isNegative(of.balance_after) ? 'the cash falls below zero.' : 'reserved cash is spent.'}
        </p>
      )}
    </div>
  )
}
