import { useStore } from '@nanostores/react'
import { adminInvestor } from '#contract/admin-investor'
import type { Undoing } from '#contract/admin-register'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { today } from '#shared/asset/calendar'
import { isAwake } from '#site/admin/approvals/waiting.ts'
import { type FieldForm, TextField, TickField } from '#site/admin/form/fields.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { CashChange, CashChanges } from './CashChange.tsx'
import {
  type CashMove,
  type DatedMove,
  effectOf,
  type PastRange,
  pastOf,
  takenRanges,
  takesBelowZero,
} from './overdraft.ts'

const topics = ['transactions', 'register', 'subscriptions'] as const
const readCash = (id: number) => callAdmin(adminInvestor.cash, { params: { id } })
const $hasSecond = isAwake('money')

/** The form of a booking for which the server accepts an overdraft. */
type OverdraftForm = FieldForm<'allow_overdraft', boolean> & FieldForm<'confirm_amount'>

interface CashNoteProps {
  userId: number | undefined
  move: CashMove
  /** The same by the days from which it counts, where those may have passed. */
  dated?: readonly DatedMove[]
  /** Left out where the server accepts no overdraft. */
  form?: OverdraftForm
}

/** The lowest cash in each of these ranges, of an investor. */
const readLowest = (id: number, ranges: readonly PastRange[]) =>
  Promise.all(
    ranges.map(async ({ from, to }) => {
      const query = { from, ...(to !== undefined && { to }) }
      return (await callAdmin(adminInvestor.cash, { params: { id }, query })).lowest
    }),
  )

/** What a booking does to the lowest cash of the days that have passed since its date; undefined where it takes none. */
function usePast(userId: number | undefined, dated: readonly DatedMove[]) {
  const ranges = takenRanges(dated, today())
  const key = userId !== undefined && ranges.length > 0 && [userId, ...ranges.map(({ from }) => from)].join()
  const { view, retry } = useRemote(key || undefined, () => readLowest(userId ?? 0, ranges))
  useLiveRefetch(topics, retry)
  const lowest = view && dataOf(view)
  return lowest && key ? pastOf(ranges, lowest) : undefined
}

/** The cash of an investor now and after a booking, and the consent to an overdraft where there would be one. */
export function CashNote({ userId, move, dated = [], form }: CashNoteProps) {
  const { view, retry } = useRemote(userId, readCash)
  useLiveRefetch(topics, retry)
  const lowest = usePast(userId, dated)
  const cash = view && dataOf(view)
  const effect = cash && { ...effectOf(cash, move), ...(lowest && { lowest }) }
  if (
    !effect ||
    (!lowest && effect.balance_after === effect.balance && effect.available_after === effect.available)
  )
    return null
  return (
    <div className="col-span-full grid gap-3">
      <CashChange of={effect} />
      {form && takesBelowZero(effect) && <Consent form={form} />}
    </div>
  )
}

interface CashPreviewNoteProps {
  /** Of the booking: read again where another one is asked about. */
  id: number
  read: (id: number) => Promise<Undoing>
  form: OverdraftForm
}

/** The same of a booking whose effect on one or many investors the server works out. */
export function CashPreviewNote({ id, read, form }: CashPreviewNoteProps) {
  const { view, retry } = useRemote(id, read)
  useLiveRefetch(topics, retry)
  const preview = view && dataOf(view)
  if (!preview) return null
  return (
    <div className="grid gap-3">
      <CashChanges of={preview} />
      {preview.overdrawn > 0 && <Consent form={form} amount={preview.amount} />}
    </div>
  )
}

/** Consents to an overdraft: a second administrator approves it, or one who is alone repeats the amount. */
function Consent({ form, amount }: { form: OverdraftForm; amount?: string }) {
  const tick: FieldForm<'allow_overdraft', boolean> = form
  const { allow_overdraft } = useStore(tick.$state).values
  const hasSecond = useStore($hasSecond)
  return (
    <>
      <TickField
        form={form}
        name="allow_overdraft"
        label="Allow the overdraft"
        hint={
          hasSecond ? 'A second administrator must approve it.' : 'No second administrator can approve it.'
        }
      />
      {allow_overdraft && !hasSecond && (
        <TextField
          form={form}
          name="confirm_amount"
          label="Amount in USD again"
          required
          inputMode="decimal"
          autoComplete="off"
          hint={amount && `Enter ${amount}`}
        />
      )}
    </>
  )
}
