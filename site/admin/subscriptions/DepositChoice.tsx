import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { AdminSubscription, SubscriptionFile } from '#contract/admin-subscriptions'
import type { RowForm } from '#core/form/row-form'
import { formatMoney } from '#core/format/format'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { Button } from '#ui/Button'
import type { DecisionValues } from './DecisionDialog.tsx'

interface DepositChoiceProps {
  form: RowForm<DecisionValues, AdminSubscription>
  subscription: AdminSubscription
  deposits: SubscriptionFile['deposits']
  /** Opens the form of a deposit of this amount. */
  onEnter: () => void
}

/** Chooses among the completed deposits of the investor that cover the amount and pay for nothing else. */
export function DepositChoice({ form, subscription, deposits, onEnter }: DepositChoiceProps) {
  const { values, fieldErrors } = useStore(form.$state)
  const id = useId()
  const error = fieldErrors.transaction_id
  if (deposits.length === 0) {
    return (
      <div className="grid justify-items-start gap-3 rounded border border-warn p-4 text-[0.9375rem]">
        <p>
          No completed deposit of this investor covers {formatMoney(subscription.amount)} and is free. Enter
          it once the money has arrived.
        </p>
        <Button look="quiet" small aria-haspopup="dialog" onClick={onEnter}>
          Enter the deposit
        </Button>
      </div>
    )
  }
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-[0.9375rem] font-medium">Deposit</legend>
      <div className="grid max-h-80 overflow-y-auto rounded border border-line-strong">
        {deposits.map((deposit, at) => (
          <label
            key={deposit.id}
            className="flex cursor-pointer items-start gap-3 border-line px-3.5 py-2.5 not-first:border-t has-checked:bg-sunken"
          >
            <input
              type="radio"
              name="transaction_id"
              className="mt-1 size-4 flex-none accent-current"
              data-autofocus={at === 0 || undefined}
              value={deposit.id}
              checked={values.transaction_id === String(deposit.id)}
              onChange={() => form.set('transaction_id', String(deposit.id))}
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="num">{formatMoney(deposit.amount)}</span>
                <AdminDate instant={deposit.date} />
              </span>
              <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">
                {deposit.description || `Deposit ${deposit.id}`}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
