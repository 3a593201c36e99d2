import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { adminRegister, DistributionBody, type DistributionPlan } from '#contract/admin-register'
import type { BodyOf } from '#contract/endpoint'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { AwaitsApproval } from '#core/api/proposals'
import { makeRandomId } from '#core/api/random-id'
import { createRowForm } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { countOf, formatCalendarDate, formatMoney } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { CashChanges } from '#site/admin/cash/CashChange.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditForm } from '#site/admin/form/EditForm.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { seriesDetail, today } from '#site/admin/series/series.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { BookedDistributions } from './BookedDistributions.tsx'
import { DistributionWarnings } from './DistributionWarnings.tsx'
import { distributionList } from './lists.ts'
import { PaymentLines } from './PaymentLines.tsx'
import type { ViewProps } from './Register.tsx'

type DistributionValues = Record<'record_date' | 'amount_per_unit' | 'reason', string>

/** What each holder would get, as the server has computed it. Nothing is booked yet. */
interface Plan extends Pick<DistributionPlan, 'lines' | 'held_back' | 'total' | 'earlier' | 'effect'> {
  body: BodyOf<typeof adminRegister.distribute>
  /** A repeated booking of this plan is booked once. */
  key: string
}

const labels: Record<keyof DistributionValues, string> = {
  record_date: 'Record date',
  amount_per_unit: 'Amount per unit in USD',
  reason: 'Reason',
}

/** A distribution of more than this share of the unit value is pointed out. */
const USUAL_SHARE = 0.25
const isUnusual = (perUnit: string, unitValue: string): boolean =>
  Number(perUnit) > USUAL_SHARE * Number(unitValue)

/** The last day that is over: its holders do not change any more. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const empty = (): DistributionValues => ({ record_date: yesterday(), amount_per_unit: '', reason: '' })

const bodyOf = ({ record_date, amount_per_unit, reason }: DistributionValues) => ({
  record_date,
  amount_per_unit: readDecimal(amount_per_unit) ?? '',
  reason,
})

const makeForm = (symbol: string) =>
  createRowForm<DistributionValues, Plan>({
    initial: { values: empty(), updatedAt: undefined },
    check: ({ record_date, amount_per_unit, reason }) => ({
      ...(record_date === '' && { record_date: 'Enter the record date' }),
      ...(readDecimal(amount_per_unit) === undefined && { amount_per_unit: 'Enter the amount per unit' }),
      ...(reason.trim() === '' && { reason: 'Enter the reason' }),
    }),
    save: async (values) => {
      const body = bodyOf(values)
      const { head, earlier_count, ...plan } = await callAdmin(adminRegister.distribute, {
        params: { symbol },
        body: { ...body, dry_run: true },
      })
      return { ...plan, body: { ...body, dry_run: false, head, earlier_count }, key: makeRandomId() }
    },
    failure: 'Failed to compute the payments',
  })

const topics = ['register', 'transactions'] as const
const within = ['d', 'view', 'series']

/** Computes what each holder of a record date gets, shows it to the cent, and then books it. */
export function Distributions({ series, showSuccess }: ViewProps) {
  const [form, setForm] = useState(() => makeForm(series))
  const { values, status } = useStore(form.$state)
  const [plan, setPlan] = useState<Plan>()
  const [booking, setBooking] = useState<Plan>()
  const booked = useDetail(distributionList, series)
  const mayBook = useMay()('money')
  const unitValue = dataOf(useDetail(seriesDetail, series))?.series.unit_value
  useLiveRefetch(topics, distributionList.refresh)
  // The payments belong to what was computed: with other values they are not shown.
  const current = plan && isSame(plan, values) ? plan : undefined
  const startAgain = () => {
    setPlan(undefined)
    setForm(makeForm(series))
  }
  const isTyped = values.amount_per_unit !== '' || values.reason !== ''

  return (
    <>
      {mayBook && (
        <Panel
          title="New distribution"
          note="An amount per unit to those who hold units at the end of the record date"
        >
          <UnsavedGuard isDirty={isTyped} within={within} />
          <EditForm
            form={form}
            labels={labels}
            name="New distribution"
            className="grid gap-5 p-[22px] max-sm:p-4"
            onSaved={setPlan}
            buttons={() => (
              <Button
                type="submit"
                look={current ? 'quiet' : 'primary'}
                busy={status.name === 'saving' && 'Computing...'}
              >
                {current ? 'Compute again' : 'Show the payments'}
              </Button>
            )}
          >
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-[12rem_14rem_minmax(0,1fr)]">
              <TextField
                form={form}
                name="record_date"
                label={labels.record_date}
                type="date"
                required
                max={today()}
                hint={
                  values.record_date === today()
                    ? 'Not over yet: those who hold units at the moment of booking are paid'
                    : 'Its end in UTC counts'
                }
              />
              <TextField
                form={form}
                name="amount_per_unit"
                label={labels.amount_per_unit}
                required
                inputMode="decimal"
                autoComplete="off"
                hint="At most six decimals"
              />
              <TextField
                form={form}
                name="reason"
                label={labels.reason}
                required
                autoComplete="off"
                maxLength={fieldRules(DistributionBody, 'reason').maxLength}
                className="sm:max-lg:col-span-2"
              />
            </div>
          </EditForm>
        </Panel>
      )}
      {current && (
        <PaymentLines
          lines={current.lines}
          heldBack={current.held_back}
          total={current.total}
          earlier={current.earlier}
          action={
            current.lines.length > 0 && (
              <Button aria-haspopup="dialog" onClick={() => setBooking(current)}>
                Book {countOf(current.lines.length, 'payment')}
              </Button>
            )
          }
        />
      )}
      <BookedDistributions series={series} opened={booked} showSuccess={showSuccess} />
      <ConfirmDialog
        of={booking}
        onClose={() => setBooking(undefined)}
        title="Book distribution"
        action="Book distribution"
        busy="Booking..."
        look="primary"
        run={async ({ body, key }) => {
          const input = { params: { symbol: series }, body }
          await callAdmin(adminRegister.distribute, input, { idempotencyKey: key }).catch(
            (error: unknown) => {
              // Proposed: the same payments are not offered again.
              if (error instanceof AwaitsApproval) startAgain()
              throw error
            },
          )
        }}
        onDone={async ({ lines, total }) => {
          startAgain()
          await distributionList.refresh()
          showSuccess(`${countOf(lines.length, 'payment')} of ${formatMoney(total)} in all booked.`)
        }}
        onOutdated={() => {
          setPlan(undefined)
          return distributionList.refresh()
        }}
        failure="Failed to book the distribution"
        check={BookedCash}
        approval={{ endpoint: adminRegister.distribute }}
      >
        {({ body, lines, total, earlier }) => (
          <>
            This books <strong className="font-medium">{formatMoney(total)}</strong> to the holders of $
            {series} on {formatCalendarDate(body.record_date)}: {countOf(lines.length, 'transaction')} of the
            type interest, each completed. A booked distribution can be neither changed nor deleted, only
            reversed as a whole.
            <DistributionWarnings isDayOver={body.record_date < today()} earlier={earlier} />
            {unitValue && isUnusual(body.amount_per_unit, unitValue.preferred) && (
              <span className="mt-3 block text-warn">
                {formatMoney(body.amount_per_unit)} per unit is unusual: the unit value of{' '}
                {formatCalendarDate(unitValue.as_of)} is {formatMoney(unitValue.preferred)}.
              </span>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

const isSame = ({ body }: Plan, values: DistributionValues): boolean => {
  const wanted = bodyOf(values)
  return (
    body.record_date === wanted.record_date &&
    body.amount_per_unit === wanted.amount_per_unit &&
    body.reason === wanted.reason
  )
}

/** What the payments do to the cash of the largest holders. They can be booked whatever it is. */
function BookedCash({ target, allow }: { target: Plan; allow: (isAllowed: boolean) => void }) {
  useEffect(() => allow(true), [allow])
  return <CashChanges of={target.effect} />
}
