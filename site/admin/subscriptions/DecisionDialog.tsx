import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import {
  type AdminSubscription,
  adminSubscriptions,
  SubscriptionDecision,
  type SubscriptionFile,
} from '#contract/admin-subscriptions'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { dataOf } from '#core/query/remote'
import { decimal } from '#shared/asset/decimal'
import { CashNote } from '#site/admin/cash/CashNote.tsx'
import type { CashMove } from '#site/admin/cash/overdraft.ts'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { whyNotIssued } from '#site/admin/series/issuing.ts'
import { addUnits } from '#site/admin/series/units.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { obstacleOf, StandingLink, TippingOff, warningOf } from '#site/admin/shared/Standing.tsx'
import { DepositChoice } from './DepositChoice.tsx'
import {
  checkDeposit,
  type EnteredDeposit,
  enterDeposit,
  FREE_CASH,
  findPayment,
  NEW_DEPOSIT,
} from './deposit.ts'
import { refreshSubscriptions, subscriptionDetail } from './list.ts'
import { PriceNote } from './PriceNote.tsx'
import { type Action, steps } from './steps.ts'

export interface Decision {
  action: Action
  /** As it was on screen when the action was chosen. */
  file: SubscriptionFile
}

export type DecisionValues = {
  reason: string
  /** The deposit that pays, or {@link NEW_DEPOSIT} for one that is entered with it. */
  transaction_id: string
  amount: string
  date: string
  description: string
  deposit_reason: string
  /** That a new deposit came beside the money that is in the ledger. */
  is_another: boolean
}

const labels = { reason: 'Reason', transaction_id: 'Deposit' }

const formOf = ({ action, file }: Decision): RowFormOptions<DecisionValues, AdminSubscription> => {
  const { subscription, deposits } = file
  const only = action === 'fund' ? findPayment(deposits, subscription) : undefined
  const { available } = file.cash
  const covers = decimal(available).gte(subscription.amount)
  const missing = deposits.length > 0 ? '' : covers ? FREE_CASH : NEW_DEPOSIT
  // Entered once, also where the step after it failed and is tried again; corrected where it was edited meanwhile.
  let entered: EnteredDeposit | undefined
  return {
    initial: {
      values: {
        reason: '',
        transaction_id: only ? String(only.id) : missing,
        amount: subscription.amount,
        date: new Date().toISOString().slice(0, 10),
        description: `Payment for ${subscription.reference}`,
        deposit_reason: '',
        is_another: false,
      },
      updatedAt: subscription.updated_at,
    },
    check: ({ reason, transaction_id, is_another, ...deposit }) => ({
      ...(action === 'reject' &&
        reason.trim() === '' && { reason: 'Enter the reason, which the investor reads' }),
      ...(action === 'fund' &&
        transaction_id === '' && { transaction_id: 'Choose the deposit that paid for it' }),
      ...(action === 'fund' &&
        transaction_id === NEW_DEPOSIT && {
          ...checkDeposit(deposit, subscription.amount),
          ...(decimal(available).gt(0) && !is_another && { is_another: 'Confirm that this is other money' }),
        }),
    }),
    save: async ({ reason, transaction_id, is_another: _, ...deposit }, { updatedAt, idempotencyKey }) => {
      if (action === 'fund' && transaction_id === NEW_DEPOSIT) {
        entered = await enterDeposit(subscription.user_id, deposit, { idempotencyKey, entered })
      }
      const body = {
        action,
        reason: reason.trim() || undefined,
        transaction_id:
          action !== 'fund' || transaction_id === FREE_CASH
            ? undefined
            : transaction_id === NEW_DEPOSIT
              ? entered?.id
              : Number(transaction_id),
        updated_at: updatedAt,
      }
      try {
        const decided = await callAdmin(adminSubscriptions.decide, { params: { id: subscription.id }, body })
        return decided.subscription
      } catch (error) {
        // Somebody else was faster, or something that the step needs has changed: the list is out of date.
        if (error instanceof RejectedCall && error.status === 409) refreshSubscriptions()
        throw error
      }
    },
    failure: steps[action].failure,
  }
}

/** The deposits that can pay, as they are now: one that is entered while the dialog is open can be chosen. */
function useDeposits(of: Decision | undefined): SubscriptionFile['deposits'] {
  const current = dataOf(useStore(subscriptionDetail.$view))?.data
  const isSame = current !== undefined && current.subscription.id === of?.file.subscription.id
  return (isSame ? current : of?.file)?.deposits ?? []
}

interface DecisionDialogProps {
  of: Decision | undefined
  onClose: () => void
  onDone: (subscription: AdminSubscription, decision: Decision) => unknown
}

/** Takes a subscription to its next step, or rejects it, after it has said what happens then. */
export function DecisionDialog({ of, onClose, onDone }: DecisionDialogProps) {
  const step = steps[of?.action ?? 'review']
  const deposits = useDeposits(of)
  return (
    <EditDialog<Decision, DecisionValues, AdminSubscription>
      of={of}
      onClose={onClose}
      title={step.title}
      kicker={of?.file.subscription.reference}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: adminSubscriptions.decide,
        isNeeded: of?.action === 'allot',
      }}
      submit={step.label}
      busy={step.busy}
      onSaved={(saved) => of && onDone(saved, of)}
    >
      {(form, { action, file }) => (
        <>
          <p className="wrap-anywhere">
            {formatMoney(file.subscription.amount)} of {file.subscription.symbol} for{' '}
            <strong className="font-medium">{file.subscription.user_name}</strong>.{' '}
            {action === 'approve' && !file.has_payment_account
              ? 'The investor is notified. Unless it is paid within the payment days of the offering, it expires.'
              : steps[action].effect}
          </p>
          {(action === 'review' || action === 'approve') && <PriceNote of={file} />}
          {(action === 'approve' || action === 'allot') && <Eligibility of={file.subscription} />}
          {action === 'reject' && <TippingOff of={file.subscription} />}
          {action === 'approve' && !file.has_payment_account && <NoAccount />}
          {action === 'fund' && <DepositChoice form={form} file={file} deposits={deposits} />}
          {action === 'allot' && <Coverage file={file} />}
          <DecisionCash form={form} action={action} of={file.subscription} />
          <ReasonField form={form} action={action} />
        </>
      )}
    </EditDialog>
  )
}

function ReasonField({ form, action }: { form: RowForm<DecisionValues, AdminSubscription>; action: Action }) {
  return (
    <AreaField
      form={form}
      name="reason"
      label={labels.reason}
      hint="The investor reads it"
      rows={3}
      required={action === 'reject'}
      maxLength={fieldRules(SubscriptionDecision, 'reason').maxLength}
    />
  )
}

interface DecisionCashProps {
  form: RowForm<DecisionValues, AdminSubscription>
  action: Action
  of: AdminSubscription
}

/** What a payment, an allotment and a rejection do to the cash of the investor: they reserve it, spend it, release it. */
function DecisionCash({
  form,
  action,
  of: { user_id, amount, units, unit_price, state },
}: DecisionCashProps) {
  const { values } = useStore(form.$state)
  const isNew = values.transaction_id === NEW_DEPOSIT
  const deposited = isNew ? (readDecimal(values.amount) ?? '0') : '0'
  // Units cost what they are worth to the cent; what is left of the amount stays cash.
  const worth = decimal(units).times(unit_price).round(2)
  const cost = worth.gt(amount) ? decimal(amount) : worth
  const moves: Partial<Record<Action, CashMove>> = {
    fund: { balance: deposited, reserved: amount },
    allot: { balance: cost.times(-1), reserved: `-${amount}` },
    ...(state === 'funded' && { reject: { balance: '0', reserved: `-${amount}` } }),
  }
  const move = moves[action]
  return move ? <CashNote userId={user_id} move={move} /> : null
}

/** What the server will refuse, with the way to mend it, or what to know before. */
function Eligibility({ of }: { of: AdminSubscription }) {
  const obstacle = obstacleOf(of)
  const remark = obstacle || warningOf(of)
  if (!remark) return null
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      {obstacle && 'This cannot be done yet. '}
      {remark} <StandingLink of={of} />
    </p>
  )
}

/** The investor would be asked to pay, and not told where to. */
function NoAccount() {
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      No account is entered for payments: the investor would not see where to pay.{' '}
      <Link to={{ search: '?d=settings' }}>Enter it in the site settings</Link> first.
    </p>
  )
}

/** The figures that the server checks once more before it issues the units. */
function Coverage({ file: { subscription, series } }: { file: SubscriptionFile }) {
  const problem = whyNotIssued(series, subscription.units)
  const { attestation } = series
  const figures = [
    ['Units in issue now', formatUnits(series.units_in_issue)],
    ['To be allotted', `+ ${formatUnits(subscription.units)}`],
    ['Units in issue then', formatUnits(addUnits(series.units_in_issue, subscription.units))],
    ['Units held', attestation ? formatUnits(series.units_held) : 'Not attested'],
  ] as const
  return (
    <div className="grid gap-3">
      <dl className="rounded border border-line bg-paper px-4 py-2 text-[0.9375rem]">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex justify-between gap-4 border-line py-1.5 not-first:border-t">
            <dt className="text-ink-2">{label}</dt>
            <dd className="num text-right text-[0.875rem]">{figure}</dd>
          </div>
        ))}
      </dl>
      {problem ? (
        <p className="rounded border border-warn p-4 text-[0.9375rem]">
          These units cannot be issued: {problem}
        </p>
      ) : (
        attestation && (
          <p className="text-[0.875rem] text-ink-2">
            Covered by the attestation of <AdminDate instant={attestation.as_of} />, in force through{' '}
            <AdminDate instant={attestation.expires} />.
          </p>
        )
      )}
    </div>
  )
}
