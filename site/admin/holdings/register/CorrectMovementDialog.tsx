import { adminRegister, type ListedMovement, type Movement } from '#contract/holdings/admin-register'
import { callAdminApi } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import { formatMoney } from '#core/format/format'
import { movementTypeLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { CashPreviewNote } from '#site/admin/cash/balance/CashNote.tsx'
import { calculateOverdraft, noOverdraft, type OverdraftValues } from '#site/admin/cash/balance/overdraft.ts'
import { toMillionths, toUnitsString } from '#site/admin/catalog/series/unit-arithmetic.ts'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { movementLabels, ReasonField } from './movement-fields.tsx'
import { refreshRegister } from './register-lists.ts'

type CorrectionValues = OverdraftValues & { reason: string }

interface CorrectionDialogProps {
  /** The movement to reverse; undefined while the dialog is closed. */
  movement: ListedMovement | undefined
  series: string
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Reverses a movement, with a reason, after showing what is returned to each account. */
export function CorrectMovementDialog({
  movement: selected,
  series,
  onClose,
  onSaved,
}: CorrectionDialogProps) {
  return (
    <EditDialog<ListedMovement, CorrectionValues, Movement>
      target={selected}
      onClose={onClose}
      approval={{ endpoint: adminRegister.createMovement }}
      title={selected ? `Correct ${movementTypeLabels[selected.type].toLowerCase()} ${selected.id}` : ''}
      kicker={`$${series}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
        save: async ({ reason, ...values }, { idempotencyKey }) => {
          const body = { type: 'correction' as const, movement_id: id, reason, ...calculateOverdraft(values) }
          try {
            const params = { symbol: series }
            return (await callAdminApi(adminRegister.createMovement, { params, body }, { idempotencyKey }))
              .movement
          } catch (error) {
            // Someone else may have corrected it, so the list is outdated.
            if (error instanceof ApiError && error.status === 409) refreshRegister()
            throw error
          }
        },
        failure: 'Failed to record the correction',
      })}
      labels={{ reason: movementLabels.reason }}
      submit="Record correction"
      busy="Recording..."
      onSaved={() => onSaved('Correction recorded in the register.')}
    >
      {(form, movement) => (
        <>
          <div className="grid gap-3">
            <p>
              A correction reverses the entire movement and can be made only once. The investors will be
              notified. The original movement remains in the register.
            </p>
            {movement.type === 'redemption' && movement.amount !== null && (
              <p>
                The proceeds of <strong className="font-medium">{formatMoney(movement.amount)}</strong> will
                be deducted from the investor's cash balance.
              </p>
            )}
            {movement.type === 'issue' && (
              <p>
                The related subscription returns to Paid and its units remain reserved until it is allotted
                again or rejected.
              </p>
            )}
            <ul className="rounded border border-line bg-paper px-4 py-2 text-[0.9375rem]">
              {movement.entries.map(({ user_id, name, units }) => (
                <li
                  key={user_id ?? 0}
                  className="flex flex-wrap justify-between gap-x-4 border-line py-1.5 not-first:border-t"
                >
                  <span className="min-w-0 wrap-anywhere">{user_id === null ? 'Unissued' : name}</span>
                  <span className="num text-[0.875rem]">
                    {units.startsWith('-') && '+'}
                    {formatUnits(toUnitsString(-(toMillionths(units) ?? 0n)))}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <CashPreviewNote
            form={form}
            id={movement.id}
            read={(id) => callAdminApi(adminRegister.correction, { params: { symbol: series, id } })}
          />
          <ReasonField form={form} data-autofocus />
        </>
      )}
    </EditDialog>
  )
}
