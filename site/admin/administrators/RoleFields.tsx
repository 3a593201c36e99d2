import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { RowForm } from '#core/form/row-form'
import { adminRoles } from '#shared/enums/accounts'
import { AreaField, TickField } from '#site/admin/form/fields.tsx'
import { Field, Textarea } from '#ui/Field'
import { $reason, REASON_MAX, type RolesForm } from './administrators.ts'
import { roleNames, roleTexts } from './words.ts'

/** The roles to choose from, each with what it is for, and why they are chosen. */
export function RoleFields<V extends RolesForm, Saved>({ form }: { form: RowForm<V, Saved> }) {
  // What both forms have, whatever else is in them.
  const own = form as unknown as RowForm<RolesForm, Saved>
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="font-medium">Roles</legend>
        {adminRoles.map((role) => (
          <TickField key={role} form={own} name={role} label={roleNames[role]} hint={roleTexts[role]} />
        ))}
      </fieldset>
      <AreaField
        form={own}
        name="reason"
        label="Reason"
        hint="Kept in the audit log"
        rows={2}
        maxLength={REASON_MAX}
      />
    </>
  )
}

/** Why an account is disabled or deleted. */
export function ReasonField({ allow }: { allow: (isAllowed: boolean) => void }) {
  const reason = useStore($reason)
  useEffect(() => {
    $reason.set('')
    allow(true)
  }, [allow])
  return (
    <Field label="Reason" hint="Kept in the audit log">
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={2}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => $reason.set(target.value)}
        />
      )}
    </Field>
  )
}
