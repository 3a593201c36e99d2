import { formatMoney } from '#core/format/format'
import { applyReaderSeparators } from '#core/format/reader-format'
import { formatUnits } from '#core/format/units'
import { calculatePurchase } from '#shared/calculations/subscription-units'
import { Field, Input } from '#ui/Field'
import {
  describeLimits,
  parseTypedAmount,
  type SubscriptionLimits,
  validateAmount,
} from './offering-limits.ts'
import { SubscribeStep } from './SubscribeStep.tsx'

interface AmountStepProps {
  amount: string
  bounds: SubscriptionLimits
  error: string | undefined
  isReady: boolean
  onChange: (amount: string) => void
}

/** The amount, with the units it buys while typing. */
export function AmountStep({ amount, bounds, error, isReady, onChange }: AmountStepProps) {
  const said = error ?? (amount.trim() ? validateAmount(amount, bounds) : undefined)
  return (
    <SubscribeStep number={1} title="Amount" isReady={isReady}>
      <Field label="Amount in US dollars" error={error} required>
        {(wiring) => (
          <Input
            {...wiring}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={applyReaderSeparators(bounds.minimum)}
            className="num max-w-[18rem] text-[1.25rem]!"
            value={amount}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <output className="mt-3 block min-h-[3rem] text-[0.9375rem] leading-snug">
        <Purchase amount={amount} bounds={bounds} error={error} />
      </output>
      <ul className="mt-3 grid gap-1 border-line border-t pt-4 text-[0.875rem] text-ink-2 wrap-anywhere">
        {describeLimits(bounds).map((sentence) => (
          // The limit that the amount violates is shown only beside the amount.
          <li key={sentence} hidden={sentence === `${said}.`}>
            {sentence}
          </li>
        ))}
      </ul>
    </SubscribeStep>
  )
}

function Purchase({ amount, bounds, error }: Pick<AmountStepProps, 'amount' | 'bounds' | 'error'>) {
  const read = parseTypedAmount(amount)
  const price = formatMoney(bounds.unitPrice)
  const refused = validateAmount(amount, bounds)
  // Once it is shown at the field, it is not repeated here.
  if (!amount.trim() || (error !== undefined && error === refused))
    return <span className="text-ink-2">One unit costs {price}.</span>
  if (refused || read === undefined) return <span className="text-warn">{refused}.</span>
  const { units, rest } = calculatePurchase(read, bounds.unitPrice)
  return (
    <>
      <span className="num font-medium">{formatUnits(units)}</span> units at{' '}
      <span className="num">{price}</span> each.{' '}
      <span className="text-ink-2">
        {Number(rest) > 0
          ? `Units are rounded down to six decimals; ${formatMoney(rest)} remains as cash in your account.`
          : 'No remainder.'}
      </span>
    </>
  )
}
