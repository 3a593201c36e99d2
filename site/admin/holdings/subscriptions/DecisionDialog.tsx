import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import {
  type AdminSubscription,
  adminSubscriptions,
  SubscriptionDecision,
  type SubscriptionReview,
} from '#contract/holdings/admin-subscriptions'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { formatMoney } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { formatUnits } from '#core/format/units'
import { getData } from '#core/query/remote'
import { toDecimal } from '#shared/calculations/decimal'
import { CashNote } from '#site/admin/cash/balance/CashNote.tsx'
import type { CashMove } from '#site/admin/cash/balance/overdraft.ts'
import { getIssuanceObstacle } from '#site/admin/catalog/series/issuance-limits.ts'
import { addUnits } from '#site/admin/catalog/series/unit-arithmetic.ts'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { secondNeededFor } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import {
  getApprovalObstacle,
  getApprovalWarning,
  ResolveObstacleLink,
  TippingOffWarning,
} from '#site/admin/kit/InvestorStatus.tsx'
import { DepositSelect } from './DepositSelect.tsx'
import {
  createDeposit,
  type DecisionValues,
  type EnteredDeposit,
  FREE_CASH,
  findPayment,
  NEW_DEPOSIT,
  validateDeposit,
} from './deposit-form.ts'
import { PriceComparison } from './PriceComparison.tsx'
import { type Action, subscriptionActionTexts } from './subscription-actions.ts'
import { refreshSubscriptions, subscriptionDetail } from './subscription-list.ts'

export interface Decision {
  action: Action
  /** The subscription as shown when the action was chosen. */
  file: SubscriptionReview
}

const labels = { reason: 'Reason', transaction_id: 'Deposit' }

/** Whether a step needs a second administrator, if there is one: an allotment, and the rejection of a paid subscription. */
const isApprovedByTwo = ({ action, file: { subscription } }: Decision): boolean =>
  action === 'allot' || (action === 'reject' && subscription.state === 'funded')

const $hasSecond = secondNeededFor({ endpoint: adminSubscriptions.decide, isNeeded: true })

const formOf = (decision: Decision): RowFormOptions<DecisionValues, AdminSubscription> => {
  const { action, file } = decision
  const { subscription, deposits } = file
  const only = action === 'fund' ? findPayment(deposits, subscription) : undefined
  const { available } = file.cash
  const covers = toDecimal(available).gte(subscription.amount)
  const missing = deposits.length > 0 ? '' : covers ? FREE_CASH : NEW_DEPOSIT
  // Recorded only once, even if the step after it fails and is retried; updated if it was edited in the meantime.
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
        reason.trim() === '' && { reason: 'Enter a reason (shown to the investor)' }),
      ...(isApprovedByTwo(decision) &&
        $hasSecond.get() &&
        reason.trim() === '' && { reason: 'A second administrator must approve this. Enter a reason.' }),
      ...(action === 'fund' && transaction_id === '' && { transaction_id: 'Select the matching deposit' }),
      ...(action === 'fund' &&
        transaction_id === NEW_DEPOSIT && {
          ...validateDeposit(deposit, subscription.amount),
          ...(toDecimal(available).gt(0) &&
            !is_another && { is_another: 'Confirm that this is a separate payment' }),
        }),
    }),
    save: async ({ reason, transaction_id, is_another: _, ...deposit }, { updatedAt, idempotencyKey }) => {
      if (action === 'fund' && transaction_id === NEW_DEPOSIT) {
        entered = await createDeposit(subscription.user_id, deposit, { idempotencyKey, entered })
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
        const decided = await callAdminApi(adminSubscriptions.decide, {
          params: { id: subscription.id },
          body,
        })
        return decided.subscription
      } catch (error) {
        // Someone else was faster, or a precondition has changed: the list is outdated.
        if (error instanceof ApiError && error.status === 409) refreshSubscriptions()
        throw error
      }
    },
    failure: subscriptionActionTexts[action].failure,
  }
}

/** The currently available deposits; one recorded while the dialog is open can be selected. */
function useDeposits(of: Decision | undefined): SubscriptionReview['deposits'] {
  const current = getData(useStore(subscriptionDetail.$view))?.data
  const isSame = current !== undefined && current.subscription.id === of?.file.subscription.id
  return (isSame ? current : of?.file)?.deposits ?? []
}

interface DecisionDialogProps {
  decision: Decision | undefined
  onClose: () => void
  onDone: (subscription: AdminSubscription, decision: Decision) => unknown
}

/** Advances a subscription to its next step or rejects it, after showing what will happen. */
export function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const step = subscriptionActionTexts[decision?.action ?? 'review']
  const deposits = useDeposits(decision)
  return (
    <EditDialog<Decision, DecisionValues, AdminSubscription>
      target={decision}
      onClose={onClose}
      title={step.title}
      kicker={decision?.file.subscription.reference}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: adminSubscriptions.decide,
        isNeeded: decision !== undefined && isApprovedByTwo(decision),
      }}
      submit={step.label}
      busy={step.busy}
      onSaved={(saved) => decision && onDone(saved, decision)}
    >
      {(form, { action, file }) => (
        <>
          <p className="wrap-anywhere">
            {formatMoney(file.subscription.amount)} of {file.subscription.symbol} for{' '}
            <strong className="font-medium">{file.subscription.user_name}</strong>.{' '}
            {action === 'approve' && !file.has_payment_account
              ? 'The investor will be notified. The subscription expires if it is not paid within the payment period.'
              : subscriptionActionTexts[action].effect}
          </p>
          {(action === 'review' || action === 'approve') && <PriceComparison review={file} />}
          {(action === 'approve' || action === 'allot') && <Eligibility subscription={file.subscription} />}
          {action === 'reject' && <TippingOffWarning investor={file.subscription} />}
          {action === 'approve' && !file.has_payment_account && <NoAccount />}
          {action === 'fund' && <DepositSelect form={form} file={file} deposits={deposits} />}
          {action === 'allot' && <Coverage file={file} />}
          <DecisionCash form={form} action={action} subscription={file.subscription} />
          <ReasonField form={form} decision={{ action, file }} />
        </>
      )}
    </EditDialog>
  )
}

interface ReasonFieldProps {
  form: RowForm<DecisionValues, AdminSubscription>
  decision: Decision
}

function ReasonField({ form, decision }: ReasonFieldProps) {
  const hasSecond = useStore($hasSecond)
  const needsSecond = hasSecond && isApprovedByTwo(decision)
  return (
    <TextareaField
      form={form}
      name="reason"
      label={labels.reason}
      hint={needsSecond ? 'Shown to the approver and to the investor' : 'Shown to the investor'}
      rows={3}
      required={decision.action === 'reject' || needsSecond}
      maxLength={getFieldRules(SubscriptionDecision, 'reason').maxLength}
    />
  )
}

interface DecisionCashProps {
  form: RowForm<DecisionValues, AdminSubscription>
  action: Action
  subscription: AdminSubscription
}

/** How a payment, an allotment and a rejection affect the investor's cash: they reserve, spend and release it. */
function DecisionCash({
  form,
  action,
  subscription: { user_id, amount, units, unit_price, state },
}: DecisionCashProps) {
  const { values } = useStore(form.$state)
  const isNew = values.transaction_id === NEW_DEPOSIT
  const deposited = isNew ? (parseDecimal(values.amount) ?? '0') : '0'
  // Units cost their value to the cent; the remainder of the amount stays cash.
  const worth = toDecimal(units).times(unit_price).round(2)
  const cost = worth.gt(amount) ? toDecimal(amount) : worth
  const moves: Partial<Record<Action, CashMove>> = {
    fund: { balance: deposited, reserved: amount },
    allot: { balance: cost.times(-1), reserved: `-${amount}` },
    ...(state === 'funded' && { reject: { balance: '0', reserved: `-${amount}` } }),
  }
  const move = moves[action]
  return move ? <CashNote userId={user_id} move={move} /> : null
}

/** Why the server would reject the step and how to fix it, or what to know beforehand. */
function Eligibility({ subscription }: { subscription: AdminSubscription }) {
  const obstacle = getApprovalObstacle(subscription)
  const remark = obstacle || getApprovalWarning(subscription)
  if (!remark) return null
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      {obstacle && 'Not possible yet. '}
      {remark} <ResolveObstacleLink investor={subscription} />
    </p>
  )
}

/** The investor would be asked to pay without payment instructions. */
function NoAccount() {
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      No payment account is set, so the investor would not receive payment instructions.{' '}
      <Link to={{ search: '?d=settings' }}>Set it in Site settings</Link> first.
    </p>
  )
}

/** The figures that the server checks again before it issues the units. */
function Coverage({ file: { subscription, series } }: { file: SubscriptionReview }) {
  const problem = getIssuanceObstacle(series, subscription.units)
  const { attestation } = series
  const figures = [
    ['Units in issue', formatUnits(series.units_in_issue)],
    ['To be allotted', `+ ${formatUnits(subscription.units)}`],
    ['Units in issue after allotment', formatUnits(addUnits(series.units_in_issue, subscription.units))],
    ['Units in custody', attestation ? formatUnits(series.units_held) : 'Not attested'],
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
            Covered by the attestation as of <AdminDate instant={attestation.as_of} />, in force through{' '}
            <AdminDate instant={attestation.expires} />.
          </p>
        )
      )}
    </div>
  )
}
