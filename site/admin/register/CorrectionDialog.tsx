import { adminRegister, type ListedMovement, type Movement } from '#contract/admin-register'
import { callAdmin } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import { formatMoney } from '#core/format/format'
import { movementNames } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { CashPreviewNote } from '#site/admin/cash/CashNote.tsx'
import { noOverdraft, type OverdraftValues, overdraftOf } from '#site/admin/cash/overdraft.ts'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { readUnits, writeUnits } from '#site/admin/series/units.ts'
import { refreshRegister } from './lists.ts'
import { movementLabels, ReasonField } from './movement-fields.tsx'

type CorrectionValues = OverdraftValues & { reason: string }

interface CorrectionDialogProps {
  /** The movement to reverse; undefined while the dialog is closed. */
  of: ListedMovement | undefined
  series: string
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Reverses a movement, with a reason: says first what each account gets back. */
export function CorrectionDialog({ of, series, onClose, onStored }: CorrectionDialogProps) {
  return (
    <EditDialog<ListedMovement, CorrectionValues, Movement>
      of={of}
      onClose={onClose}
      approval={{ endpoint: adminRegister.move }}
      title={of ? `Correct ${movementNames[of.type].toLowerCase()} ${of.id}` : ''}
      kicker={`$${series}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter the reason' } : {}),
        save: async ({ reason, ...values }, { idempotencyKey }) => {
          const body = { type: 'correction' as const, movement_id: id, reason, ...overdraftOf(values) }
          try {
            const params = { symbol: series }
            return (await callAdmin(adminRegister.move, { params, body }, { idempotencyKey })).movement
          } catch (error) {
            // Somebody else may have corrected it: the list is out of date.
            if (error instanceof RejectedCall && error.status === 409) refreshRegister()
            throw error
          }
        },
        failure: 'Failed to enter the correction',
      })}
      labels={{ reason: movementLabels.reason }}
      submit="Enter correction"
      busy="Entering..."
      onSaved={() => onStored('The correction is in the register.')}
    >
      {(form, movement) => (
        <>
          <div className="grid gap-3">
            <p>
              A correction reverses the movement as a whole, once. It notifies the investors; the movement
              itself stays in the register.
            </p>
            {movement.type === 'redemption' && movement.amount !== null && (
              <p>
                It takes the proceeds of{' '}
                <strong className="font-medium">{formatMoney(movement.amount)}</strong> back from the cash of
                the investor.
              </p>
            )}
            {movement.type === 'issue' && (
              <p>
                A subscription that it allotted is paid and not allotted again: its units stay reserved until
                it is allotted anew or rejected.
              </p>
            )}
            <ul className="rounded border border-line bg-paper px-4 py-2 text-[0.9375rem]">
              {movement.entries.map(({ user_id, name, units }) => (
                <li
                  key={user_id ?? 0}
                  className="flex flex-wrap justify-between gap-x-4 border-line py-1.5 not-first:border-t"
                >
                  <span className="min-w-0 wrap-anywhere">{user_id === null ? 'Not in issue' : name}</span>
                  <span className="num text-[0.875rem]">
                    {units.startsWith('-') && '+'}
                    {formatUnits(writeUnits(-(readUnits(units) ?? 0n)))}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <CashPreviewNote
            form={form}
            id={movement.id}
            read={(id) => callAdmin(adminRegister.correction, { params: { symbol: series, id } })}
          />
          <ReasonField form={form} data-autofocus />
        </>
      )}
    </EditDialog>
  )
}
