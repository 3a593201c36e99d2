import { useStore } from '@nanostores/react'
import { formatFullName } from '#shared/full-name'
import type { FieldForm } from '#site/admin/kit/form/form-fields.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { Banner } from '#ui/Banner'

/** Whether a transaction is a completed incoming payment. */
export const isCompletedDeposit = ({ type, status }: { type?: unknown; status?: unknown }): boolean =>
  type === 'deposit' && status === 'completed'

/** Warns that the investor of a completed deposit is not verified. It can still be booked. */
export const UnverifiedInvestorNote = ({ name }: { name: string }) => (
  <Banner kind="warning">
    <p className="wrap-anywhere">
      <span className="font-medium">{name} is not verified.</span> You can still record the deposit. Confirm
      that the funds come from the investor's own account.
    </p>
  </Banner>
)

/** The same in the transaction form, as soon as it is a completed deposit of an unverified investor. */
export function UnverifiedDepositNote({ form }: { form: FieldForm<'user_id' | 'type' | 'status'> }) {
  const { values } = useStore(form.$state)
  const { user } = useSelectedInvestor(isCompletedDeposit(values) ? parseUserId(values.user_id) : undefined)
  if (!user || user.is_verified) return null
  return (
    <div className="col-span-full">
      <UnverifiedInvestorNote name={formatFullName(user)} />
    </div>
  )
}
