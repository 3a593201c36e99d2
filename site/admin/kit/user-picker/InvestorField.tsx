import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { RowForm } from '#core/form/row-form'
import { InvestorPicker, type UserPickerProps } from './InvestorPicker.tsx'
import type { PickedUser } from './investor-search.ts'

type Owned = Record<string, string | boolean> & { user_id: string }

type OwnerFieldProps<V extends Owned, Saved> = Pick<
  UserPickerProps,
  'label' | 'startsFocused' | 'className'
> & { form: RowForm<V, Saved> }

/** Selects the owner of a row, as a form field: `user_id` holds the id, empty until one is selected. */
export function InvestorField<V extends Owned, Saved>({ form, ...look }: OwnerFieldProps<V, Saved>) {
  const [picked, setPicked] = useState<PickedUser>()
  const { fieldErrors } = useStore(form.$state)
  return (
    <InvestorPicker
      {...look}
      chosen={picked}
      error={fieldErrors.user_id}
      onChoose={(user) => {
        setPicked(user)
        form.set('user_id', (user ? String(user.id) : '') as V['user_id'])
      }}
    />
  )
}
