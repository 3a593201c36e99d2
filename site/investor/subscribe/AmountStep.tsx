import { formatMoney } from '#core/format/format'
import { punctuate } from '#core/format/reader'
import { formatUnits } from '#core/format/units'
import { purchaseOf } from '#shared/asset/subscription'
import { Field, Input } from '#ui/Field'
import { type Bounds, readAmount, refuseAmount, sentencesOf } from './offering.ts'
import { Step } from './Step.tsx'

interface AmountStepProps {
  amount: string
  bounds: Bounds
  error: string | undefined
  isReady: boolean
  onChange: (amount: string) => void
}

/** The amount, with the units that it buys as it is typed. */
export function AmountStep({ amount, bounds, error, isReady, onChange }: AmountStepProps) {
  const said = error ?? (amount.trim() ? refuseAmount(amount, bounds) : undefined)
  return (
    <Step number={1} title="Amount" isReady={isReady}>
      <Field label="Amount in US dollars" error={error} required>
        {(wiring) => (
          <Input
            {...wiring}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={punctuate(bounds.minimum)}
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
        {sentencesOf(bounds).map((sentence) => (
          // The rule that the amount breaks is said beside the amount, and only there.
          <li key={sentence} hidden={sentence === `${said}.`}>
            {sentence}
          </li>
        ))}
      </ul>
    </Step>
  )
}

function Purchase({ amount, bounds, error }: Pick<AmountStepProps, 'amount' | 'bounds' | 'error'>) {
  const read = readAmount(amount)
  const price = formatMoney(bounds.unitPrice)
  const refused = refuseAmount(amount, bounds)
  // Once it is said at the field it is not repeated here.
  if (!amount.trim() || (error !== undefined && error === refused))
    return <span className="text-ink-2">One unit costs {price}.</span>
  if (refused || read === undefined) return <span className="text-warn">{refused}.</span>
  const { units, rest } = purchaseOf(read, bounds.unitPrice)
  return (
    <>
      <span className="num font-medium">{formatUnits(units)}</span> units at{' '}
      <span className="num">{price}</span> each.{' '}
      <span className="text-ink-2">
        {Number(rest) > 0
          ? `Units are cut at six decimals; ${formatMoney(rest)} remains in your account as cash.`
          : 'Nothing is left over.'}
      </span>
    </>
  )
}
