import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useState } from 'react'
import { adminRegister, type Movement, type RegisterHolder } from '#contract/holdings/admin-register'
import { callAdminApi } from '#core/api/admin-api'
import type { RowForm } from '#core/form/row-form'
import { formatUnits } from '#core/format/units'
import { formatFullName } from '#shared/full-name'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { getTransferObstacle, type PickedUser } from '#site/admin/kit/user-picker/investor-search.ts'
import { HolderSummary, movementLabels, ReasonField, UnitsField } from './movement-fields.tsx'
import { calculateRemainingUnits, normalizeUnits, validateUnits } from './movement-form.ts'
import { refreshRegister } from './register-lists.ts'

type TransferValues = Record<'to_user_id' | 'units' | 'reason', string>

const labels: Record<keyof TransferValues, string> = {
  ...movementLabels,
  to_user_id: 'Recipient',
}

interface TransferDialogProps {
  /** The transferring holder; undefined while the dialog is closed. */
  holder: RegisterHolder | undefined
  series: string
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Transfers units from a holder to another investor, after showing what will happen. */
export function TransferDialog({ holder: selected, series, onClose, onSaved }: TransferDialogProps) {
  const [$receiver] = useState(() => atom<PickedUser | undefined>())
  const receiver = useStore($receiver)
  return (
    <EditDialog<RegisterHolder, TransferValues, Movement>
      target={selected}
      onClose={onClose}
      title="Transfer units"
      kicker={`$${series}`}
      form={(holder) => ({
        initial: { values: { to_user_id: '', units: '', reason: '' }, updatedAt: undefined },
        check: ({ units, reason }) => {
          const wrong = validateUnits(units, holder.units)
          const chosen = $receiver.get()
          const noReceiver = chosen ? getTransferObstacle(chosen) : 'Select the investor receiving the units'
          return {
            ...(noReceiver && { to_user_id: noReceiver }),
            ...(wrong && { units: wrong }),
            ...(reason.trim() === '' && { reason: 'Enter a reason' }),
          }
        },
        save: async ({ to_user_id, units, reason }, { idempotencyKey }) => {
          const body = {
            type: 'transfer' as const,
            from_user_id: holder.user_id,
            to_user_id: Number(to_user_id),
            units: normalizeUnits(units),
            reason,
          }
          const params = { symbol: series }
          return (await callAdminApi(adminRegister.createMovement, { params, body }, { idempotencyKey }))
            .movement
        },
        failure: 'Failed to record the transfer',
      })}
      labels={labels}
      submit="Review transfer"
      busy="Recording..."
      review={{
        title: 'Record this transfer?',
        action: 'Record transfer',
        message: ({ units }, holder) => (
          <>
            <strong className="font-medium">
              {formatUnits(normalizeUnits(units))} units of ${series}
            </strong>{' '}
            will be transferred from {holder.name}, who keeps{' '}
            {formatUnits(calculateRemainingUnits(holder.units, units))}, to{' '}
            {receiver && formatFullName(receiver)}, with a proportional share of the cost basis. Both
            investors will be notified. The entry is permanent and can be reversed only by a correction.
          </>
        ),
      }}
      approval={{ endpoint: adminRegister.createMovement }}
      onGone={refreshRegister}
      onSaved={() => {
        $receiver.set(undefined)
        return onSaved('Transfer recorded in the register.')
      }}
    >
      {(form, holder) => (
        <>
          <HolderSummary {...holder} />
          <ReceiverField form={form} receiver={receiver} onChoose={(user) => $receiver.set(user)} />
          <UnitsField form={form} held={holder.units} />
          <ReasonField form={form} />
        </>
      )}
    </EditDialog>
  )
}

interface ReceiverFieldProps {
  form: RowForm<TransferValues, Movement>
  receiver: PickedUser | undefined
  onChoose: (user: PickedUser | undefined) => void
}

function ReceiverField({ form, receiver, onChoose }: ReceiverFieldProps) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <InvestorPicker
      label={labels.to_user_id}
      chosen={values.to_user_id === '' ? undefined : receiver}
      // Checked immediately, not only when the transfer is recorded.
      error={
        fieldErrors.to_user_id ??
        (values.to_user_id !== '' && receiver ? getTransferObstacle(receiver) : undefined)
      }
      onChoose={(user) => {
        onChoose(user)
        form.set('to_user_id', user ? String(user.id) : '')
      }}
    />
  )
}
