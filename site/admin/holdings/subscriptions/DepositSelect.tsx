import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { adminTransactions, TransactionBody } from '#contract/cash/admin-transactions'
import type { AdminSubscription, SubscriptionReview } from '#contract/holdings/admin-subscriptions'
import { getFieldRules } from '#contract/schema-builders'
import type { RowForm } from '#core/form/row-form'
import { formatMoney } from '#core/format/format'
import { toDecimal } from '#shared/calculations/decimal'
import { UnverifiedInvestorNote } from '#site/admin/cash/transactions/UnverifiedInvestorNote.tsx'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { CheckboxField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { type DecisionValues, FREE_CASH, NEW_DEPOSIT } from './deposit-form.ts'

interface DepositChoiceProps {
  form: RowForm<DecisionValues, AdminSubscription>
  file: SubscriptionReview
  deposits: SubscriptionReview['deposits']
}

/** Deposits of exactly the amount due before larger ones. */
const listExactFirst = <Deposit extends { amount: string }>(deposits: readonly Deposit[], due: string) =>
  deposits.toSorted((one, other) => Number(other.amount === due) - Number(one.amount === due))

/**
 * Selects one of the investor's completed deposits that cover the amount and pay for nothing else, or records a newly
 * arrived one.
 */
export function DepositSelect({ form, file, deposits }: DepositChoiceProps) {
  const { subscription, part_deposits, cash } = file
  const hasCash = toDecimal(cash.available).gt(0)
  const covers = toDecimal(cash.available).gte(subscription.amount)
  const { values, fieldErrors } = useStore(form.$state)
  const id = useId()
  const error = fieldErrors.transaction_id
  const isNew = values.transaction_id === NEW_DEPOSIT
  return (
    <>
      {part_deposits.length > 0 && (
        <section className="rounded border border-line bg-paper px-4 py-2.5 text-[0.9375rem]">
          <p className="font-medium">Unallocated deposits below the amount due</p>
          <ul className="max-h-32 overflow-y-auto">
            {part_deposits.map(({ id: part, amount, date, description }) => (
              <li key={part} className="wrap-anywhere">
                <span className="num">{formatMoney(amount)}</span>, <AdminDate instant={date} />
                {description && `, ${description}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {deposits.length === 0 && !hasCash ? (
        <p className="rounded border border-warn p-4 text-[0.9375rem]">
          This investor has no unallocated completed deposit of at least {formatMoney(subscription.amount)}.
          Once the payment is received, record it here to apply it to the subscription.
        </p>
      ) : (
        <fieldset className="field" aria-describedby={error ? id : undefined}>
          <legend className="mb-1.5 text-[0.9375rem] font-medium">Deposit</legend>
          <div className="grid max-h-80 overflow-y-auto rounded border border-line-strong">
            {listExactFirst(deposits, subscription.amount).map((deposit, at) => (
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
            {covers && (
              <label className="flex cursor-pointer items-start gap-3 border-line px-3.5 py-2.5 not-first:border-t has-checked:bg-sunken">
                <input
                  type="radio"
                  name="transaction_id"
                  className="mt-1 size-4 flex-none accent-current"
                  value={FREE_CASH}
                  checked={values.transaction_id === FREE_CASH}
                  onChange={() => form.set('transaction_id', FREE_CASH)}
                />
                Available cash of {formatMoney(cash.available)}, without a specific deposit
              </label>
            )}
            <label className="flex cursor-pointer items-start gap-3 border-line px-3.5 py-2.5 not-first:border-t has-checked:bg-sunken">
              <input
                type="radio"
                name="transaction_id"
                className="mt-1 size-4 flex-none accent-current"
                value={NEW_DEPOSIT}
                checked={isNew}
                onChange={() => form.set('transaction_id', NEW_DEPOSIT)}
              />
              Record a new deposit
            </label>
          </div>
          {error && (
            <p className="field-error" id={id}>
              {error}
            </p>
          )}
        </fieldset>
      )}
      {isNew && !subscription.is_verified && <UnverifiedInvestorNote name={subscription.user_name} />}
      {isNew && <NewDeposit form={form} />}
      {isNew && hasCash && (
        <CheckboxField
          form={form}
          name="is_another"
          label={`I received another ${formatMoney(values.amount || '0')} in addition to the ${formatMoney(cash.available)} already recorded`}
        />
      )}
      {isNew && (
        <SecondApproval write={{ endpoint: adminTransactions.create }}>
          Once the deposit is approved, record this payment again and select it.
        </SecondApproval>
      )}
    </>
  )
}

/** The expected deposit: amount and reference of the subscription, dated today. */
function NewDeposit({ form }: Pick<DepositChoiceProps, 'form'>) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
      <TextField form={form} name="amount" label="Amount (USD)" required inputMode="decimal" />
      <TextField form={form} name="date" label="Date" required type="date" hint="UTC date" />
      <TextField
        form={form}
        name="description"
        label="Description"
        className="col-span-full"
        maxLength={getFieldRules(TransactionBody, 'description').maxLength}
      />
      <ReasonField
        form={form}
        name="deposit_reason"
        label="Reason for the approver"
        isHidden
        className="col-span-full"
      />
    </div>
  )
}
