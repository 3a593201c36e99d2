import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { BodyOf } from '#contract/endpoint'
import { adminRegister, DistributionBody, type DistributionPreview } from '#contract/holdings/admin-register'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { ApprovalRequiredError } from '#core/api/approval-requests'
import { createRandomId } from '#core/api/random-id'
import { createRowForm } from '#core/form/row-form'
import { formatCalendarDate, formatCountOf, formatMoney } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { getData } from '#core/query/remote'
import { CashChanges } from '#site/admin/cash/balance/CashChangeTable.tsx'
import { getToday, seriesDetail } from '#site/admin/catalog/series/series-store.ts'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditForm } from '#site/admin/kit/form/EditForm.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import type { RegisterViewProps } from '#site/admin/kit/register-tabs.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { DistributionHistory } from './DistributionHistory.tsx'
import { DistributionPaymentsTable } from './DistributionPaymentsTable.tsx'
import { DistributionWarnings } from './DistributionWarnings.tsx'
import { distributionList } from './register-lists.ts'

type DistributionValues = Record<'record_date' | 'amount_per_unit' | 'reason', string>

/** Each holder's payment as calculated by the server. Nothing has been booked yet. */
interface Plan extends Pick<DistributionPreview, 'lines' | 'held_back' | 'total' | 'earlier' | 'effect'> {
  body: BodyOf<typeof adminRegister.bookDistribution>
  /** Booking this plan repeatedly books it only once. */
  key: string
}

const labels: Record<keyof DistributionValues, string> = {
  record_date: 'Record date',
  amount_per_unit: 'Amount per unit (USD)',
  reason: 'Reason',
}

/** A distribution above this share of the unit value triggers a warning. */
const USUAL_SHARE = 0.25
const isUnusual = (perUnit: string, unitValue: string): boolean =>
  Number(perUnit) > USUAL_SHARE * Number(unitValue)

/** The last completed day, whose holders no longer change. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const empty = (): DistributionValues => ({ record_date: yesterday(), amount_per_unit: '', reason: '' })

const bodyOf = ({ record_date, amount_per_unit, reason }: DistributionValues) => ({
  record_date,
  amount_per_unit: parseDecimal(amount_per_unit) ?? '',
  reason,
})

const makeForm = (symbol: string) =>
  createRowForm<DistributionValues, Plan>({
    initial: { values: empty(), updatedAt: undefined },
    check: ({ record_date, amount_per_unit, reason }) => ({
      ...(record_date === '' && { record_date: 'Enter the record date' }),
      ...(parseDecimal(amount_per_unit) === undefined && { amount_per_unit: 'Enter the amount per unit' }),
      ...(reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
    save: async (values) => {
      const body = bodyOf(values)
      const { head, earlier_count, ...plan } = await callAdminApi(adminRegister.bookDistribution, {
        params: { symbol },
        body: { ...body, dry_run: true },
      })
      return { ...plan, body: { ...body, dry_run: false, head, earlier_count }, key: createRandomId() }
    },
    failure: 'Failed to calculate payments',
  })

const topics = ['register', 'transactions'] as const
const within = ['d', 'view', 'series']

/** Calculates each holder's payment for a record date, shows it to the cent, and then books it. */
export function NewDistribution({ series, showSuccess }: RegisterViewProps) {
  const [form, setForm] = useState(() => makeForm(series))
  const { values, status } = useStore(form.$state)
  const [plan, setPlan] = useState<Plan>()
  const [booking, setBooking] = useState<Plan>()
  const booked = useDetail(distributionList, series)
  const mayBook = usePermissions()('money')
  const unitValue = getData(useDetail(seriesDetail, series))?.series.unit_value
  useRefetchOnEvents(topics, distributionList.refresh)
  // The payments belong to the calculated values and are hidden if the input changes.
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
          note="An amount per unit, paid to holders at the end of the record date"
        >
          <UnsavedChangesGuard isDirty={isTyped} within={within} />
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
                busy={status.name === 'saving' && 'Calculating...'}
              >
                {current ? 'Recalculate' : 'Preview payments'}
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
                max={getToday()}
                hint={
                  values.record_date === getToday()
                    ? 'This day has not ended (UTC). Holders at the time of booking will be paid'
                    : 'Holders at the end of the day (UTC)'
                }
              />
              <TextField
                form={form}
                name="amount_per_unit"
                label={labels.amount_per_unit}
                required
                inputMode="decimal"
                autoComplete="off"
                hint="Up to six decimal places"
              />
              <TextField
                form={form}
                name="reason"
                label={labels.reason}
                required
                autoComplete="off"
                maxLength={getFieldRules(DistributionBody, 'reason').maxLength}
                className="sm:max-lg:col-span-2"
              />
            </div>
          </EditForm>
        </Panel>
      )}
      {current && (
        <DistributionPaymentsTable
          lines={current.lines}
          heldBack={current.held_back}
          total={current.total}
          earlier={current.earlier}
          action={
            current.lines.length > 0 && (
              <Button aria-haspopup="dialog" onClick={() => setBooking(current)}>
                Book {formatCountOf(current.lines.length, 'payment')}
              </Button>
            )
          }
        />
      )}
      <DistributionHistory series={series} opened={booked} showSuccess={showSuccess} />
      <ConfirmDialog
        target={booking}
        onClose={() => setBooking(undefined)}
        title="Book distribution"
        action="Book distribution"
        busy="Booking..."
        look="primary"
        run={async ({ body, key }) => {
          const input = { params: { symbol: series }, body }
          await callAdminApi(adminRegister.bookDistribution, input, { idempotencyKey: key }).catch(
            (error: unknown) => {
              // Approval was requested, so the same payments are not offered again.
              if (error instanceof ApprovalRequiredError) startAgain()
              throw error
            },
          )
        }}
        onDone={async ({ lines, total }) => {
          startAgain()
          await distributionList.refresh()
          showSuccess(`${formatCountOf(lines.length, 'payment')} totaling ${formatMoney(total)} booked.`)
        }}
        onOutdated={() => {
          setPlan(undefined)
          return distributionList.refresh()
        }}
        failure="Failed to book distribution"
        check={BookedCash}
        approval={{ endpoint: adminRegister.bookDistribution }}
      >
        {({ body, lines, total, earlier }) => (
          <>
            <strong className="font-medium">{formatMoney(total)}</strong> will be paid to the holders of $
            {series} as of {formatCalendarDate(body.record_date)} in{' '}
            {formatCountOf(lines.length, 'completed transaction')} of type interest. A booked distribution
            cannot be edited or deleted; it can only be reversed in full.
            <DistributionWarnings isDayOver={body.record_date < getToday()} earlier={earlier} />
            {unitValue && isUnusual(body.amount_per_unit, unitValue.preferred) && (
              <span className="mt-3 block text-warn">
                {formatMoney(body.amount_per_unit)} per unit is unusually high: the unit value as of{' '}
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

/** The effect of the payments on the cash of the largest holders. They can be booked in any case. */
function BookedCash({ target, allow }: { target: Plan; allow: (isAllowed: boolean) => void }) {
  useEffect(() => allow(true), [allow])
  return <CashChanges preview={target.effect} />
}
