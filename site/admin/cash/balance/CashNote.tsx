import { useStore } from '@nanostores/react'
import type { Undoing } from '#contract/holdings/admin-register'
import { adminInvestor } from '#contract/people/admin-investor'
import { callAdminApi } from '#core/api/admin-api'
import { getData } from '#core/query/remote'
import { getToday } from '#shared/calculations/calendar'
import { isDualApprovalActive } from '#site/admin/kit/approvals/pending-approvals.ts'
import { CheckboxField, type FieldForm, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { CashChange, CashChanges } from './CashChangeTable.tsx'
import {
  type CashMove,
  calculateCashEffect,
  type DatedMove,
  findLowestAfterBooking,
  listDebitedRanges,
  type PastRange,
  takesBelowZero,
} from './overdraft.ts'

const topics = ['transactions', 'register', 'subscriptions'] as const
const readCash = (id: number) => callAdminApi(adminInvestor.cash, { params: { id } })
const $hasSecond = isDualApprovalActive('money')

/** The form of a booking for which the server accepts an overdraft. */
type OverdraftForm = FieldForm<'allow_overdraft', boolean> & FieldForm<'confirm_amount'>

interface CashNoteProps {
  userId: number | undefined
  move: CashMove
  /** The same by effective date, for days that may have passed. */
  dated?: readonly DatedMove[]
  /** Omitted if the server accepts no overdraft. */
  form?: OverdraftForm
}

/** An investor's lowest cash balance in each of these ranges. */
const readLowest = (id: number, ranges: readonly PastRange[]) =>
  Promise.all(
    ranges.map(async ({ from, to }) => {
      const query = { from, ...(to !== undefined && { to }) }
      return (await callAdminApi(adminInvestor.cash, { params: { id }, query })).lowest
    }),
  )

/** The effect of a booking on the lowest cash balance since its date; undefined if it takes no cash on past days. */
function usePast(userId: number | undefined, dated: readonly DatedMove[]) {
  const ranges = listDebitedRanges(dated, getToday())
  const key = userId !== undefined && ranges.length > 0 && [userId, ...ranges.map(({ from }) => from)].join()
  const { view, retry } = useRemote(key || undefined, () => readLowest(userId ?? 0, ranges))
  useRefetchOnEvents(topics, retry)
  const lowest = view && getData(view)
  return lowest && key ? findLowestAfterBooking(ranges, lowest) : undefined
}

/** An investor's cash now and after a booking, with the consent to an overdraft if there would be one. */
export function CashNote({ userId, move, dated = [], form }: CashNoteProps) {
  const { view, retry } = useRemote(userId, readCash)
  useRefetchOnEvents(topics, retry)
  const lowest = usePast(userId, dated)
  const cash = view && getData(view)
  const effect = cash && { ...calculateCashEffect(cash, move), ...(lowest && { lowest }) }
  if (
    !effect ||
    (!lowest && effect.balance_after === effect.balance && effect.available_after === effect.available)
  )
    return null
  return (
    <div className="col-span-full grid gap-3">
      <CashChange cash={effect} />
      {cash.has_manual_figures && (
        <p className="text-[0.9375rem] text-warn">
          The portfolio figures of this investor are entered manually, so this booking does not change the
          value that they see. Update the figures under Portfolio, or use calculated figures there.
        </p>
      )}
      {form && takesBelowZero(effect) && <Consent form={form} />}
    </div>
  )
}

interface CashPreviewNoteProps {
  /** Identifies the booking; cash is reloaded when it changes. */
  id: number
  read: (id: number) => Promise<Undoing>
  form: OverdraftForm
}

/** The same for a booking whose effect on one or more investors is calculated by the server. */
export function CashPreviewNote({ id, read, form }: CashPreviewNoteProps) {
  const { view, retry } = useRemote(id, read)
  useRefetchOnEvents(topics, retry)
  const preview = view && getData(view)
  if (!preview) return null
  return (
    <div className="grid gap-3">
      <CashChanges preview={preview} />
      {preview.overdrawn > 0 && <Consent form={form} amount={preview.amount} />}
    </div>
  )
}

/** Consents to an overdraft: a second administrator approves it, or a sole administrator retypes the amount. */
function Consent({ form, amount }: { form: OverdraftForm; amount?: string }) {
  const tick: FieldForm<'allow_overdraft', boolean> = form
  const { allow_overdraft } = useStore(tick.$state).values
  const hasSecond = useStore($hasSecond)
  return (
    <>
      <CheckboxField
        form={form}
        name="allow_overdraft"
        label="Allow the overdraft"
        hint={
          hasSecond
            ? 'A second administrator must approve it.'
            : 'There is no second administrator to approve it.'
        }
      />
      {allow_overdraft && !hasSecond && (
        <TextField
          form={form}
          name="confirm_amount"
          label="Confirm amount (USD)"
          required
          inputMode="decimal"
          autoComplete="off"
          hint={amount && `Enter ${amount}`}
        />
      )}
    </>
  )
}
