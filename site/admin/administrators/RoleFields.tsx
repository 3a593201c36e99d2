import type { RowForm } from '#core/form/row-form'
import { adminRoles } from '#shared/enums/accounts'
import { TickField } from '#site/admin/form/fields.tsx'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { REASON_MAX, type RolesForm } from './administrators.ts'
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
      <ReasonField form={own} name="reason" maxLength={REASON_MAX} />
    </>
  )
}
