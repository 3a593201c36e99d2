import type { RowForm } from '#core/form/row-form'
import { adminRoles } from '#shared/enums/accounts'
import { CheckboxField } from '#site/admin/kit/form/form-fields.tsx'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { REASON_MAX, type RolesFormValues } from './administrators-store.ts'
import { roleDescriptions, roleLabels } from './role-labels.ts'

/** The available roles with their purpose, and the reason for the choice. */
export function RoleFields<V extends RolesFormValues, Saved>({ form }: { form: RowForm<V, Saved> }) {
  // The fields that both forms share.
  const own = form as unknown as RowForm<RolesFormValues, Saved>
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="font-medium">Roles</legend>
        {adminRoles.map((role) => (
          <CheckboxField
            key={role}
            form={own}
            name={role}
            label={roleLabels[role]}
            hint={roleDescriptions[role]}
          />
        ))}
      </fieldset>
      <ReasonField form={own} name="reason" maxLength={REASON_MAX} />
    </>
  )
}
