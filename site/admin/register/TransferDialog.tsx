import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useState } from 'react'
import { adminRegister, type Movement, type RegisterHolder } from '#contract/admin-register'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm } from '#core/form/row-form'
import { formatUnits } from '#core/format/units'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { nameOf, type PickedUser, whyNoReceiver } from '#site/admin/user-picker/user-search.ts'
import { refreshRegister } from './lists.ts'
import { HolderLine, movementLabels, ReasonField, UnitsField } from './movement-fields.tsx'
import { checkUnits, unitsAfter, unitsOf } from './movement-form.ts'

type TransferValues = Record<'to_user_id' | 'units' | 'reason', string>

const labels: Record<keyof TransferValues, string> = {
  ...movementLabels,
  to_user_id: 'Receiver',
}

interface TransferDialogProps {
  /** The holder who gives the units; undefined while the dialog is closed. */
  of: RegisterHolder | undefined
  series: string
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Moves units from a holder to another investor, after it has said what will happen. */
export function TransferDialog({ of, series, onClose, onStored }: TransferDialogProps) {
  const [$receiver] = useState(() => atom<PickedUser | undefined>())
  const receiver = useStore($receiver)
  return (
    <EditDialog<RegisterHolder, TransferValues, Movement>
      of={of}
      onClose={onClose}
      title="Transfer units"
      kicker={`$${series}`}
      form={(holder) => ({
        initial: { values: { to_user_id: '', units: '', reason: '' }, updatedAt: undefined },
        check: ({ units, reason }) => {
          const wrong = checkUnits(units, holder.units)
          const chosen = $receiver.get()
          const noReceiver = chosen ? whyNoReceiver(chosen) : 'Choose the investor who receives the units'
          return {
            ...(noReceiver && { to_user_id: noReceiver }),
            ...(wrong && { units: wrong }),
            ...(reason.trim() === '' && { reason: 'Enter the reason' }),
          }
        },
        save: async ({ to_user_id, units, reason }, { idempotencyKey }) => {
          const body = {
            type: 'transfer' as const,
            from_user_id: holder.user_id,
            to_user_id: Number(to_user_id),
            units: unitsOf(units),
            reason,
          }
          const params = { symbol: series }
          return (await callAdmin(adminRegister.move, { params, body }, { idempotencyKey })).movement
        },
        failure: 'Failed to enter the transfer',
      })}
      labels={labels}
      submit="Review transfer"
      busy="Entering..."
      review={{
        title: 'Enter this transfer?',
        action: 'Enter transfer',
        says: ({ units }, holder) => (
          <>
            <strong className="font-medium">
              {formatUnits(unitsOf(units))} units of ${series}
            </strong>{' '}
            move from {holder.name}, who keeps {formatUnits(unitsAfter(holder.units, units))}, to{' '}
            {receiver && nameOf(receiver)}, with their part of the cost. Both are notified. The entry stays in
            the register: only a correction takes it back.
          </>
        ),
      }}
      approval={{ endpoint: adminRegister.move }}
      onGone={refreshRegister}
      onSaved={() => {
        $receiver.set(undefined)
        return onStored('The transfer is in the register.')
      }}
    >
      {(form, holder) => (
        <>
          <HolderLine {...holder} />
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
    <UserPicker
      label={labels.to_user_id}
      chosen={values.to_user_id === '' ? undefined : receiver}
      // At once, not only when the transfer is entered.
      error={
        fieldErrors.to_user_id ?? (values.to_user_id !== '' && receiver ? whyNoReceiver(receiver) : undefined)
      }
      onChoose={(user) => {
        onChoose(user)
        form.set('to_user_id', user ? String(user.id) : '')
      }}
    />
  )
}
