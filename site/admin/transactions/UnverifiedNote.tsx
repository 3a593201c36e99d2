import { useStore } from '@nanostores/react'
import type { FieldForm } from '#site/admin/form/fields.tsx'
import { useOwner } from '#site/admin/user-picker/use-owner.ts'
import { nameOf, readUserId } from '#site/admin/user-picker/user-search.ts'
import { Banner } from '#ui/Banner'

/** Whether a transaction is money that has come in. */
export const isCompletedDeposit = ({ type, status }: { type?: unknown; status?: unknown }): boolean =>
  type === 'deposit' && status === 'completed'

/** Says that the investor of a completed deposit is not verified. It can be booked all the same. */
export const UnverifiedNote = ({ name }: { name: string }) => (
  <Banner kind="warning">
    <p className="wrap-anywhere">
      <span className="font-medium">{name} is not verified.</span> The deposit can be booked all the same:
      check that the money is theirs.
    </p>
  </Banner>
)

/** The same in the form of a transaction, as soon as it is a completed deposit of somebody who is not verified. */
export function DepositNote({ form }: { form: FieldForm<'user_id' | 'type' | 'status'> }) {
  const { values } = useStore(form.$state)
  const { user } = useOwner(isCompletedDeposit(values) ? readUserId(values.user_id) : undefined)
  if (!user || user.is_verified) return null
  return (
    <div className="col-span-full">
      <UnverifiedNote name={nameOf(user)} />
    </div>
  )
}
