import {
  type AdministratorAccount,
  adminAdministrators,
  NewAdministratorBody,
  REASON_MAX,
} from '#contract/identity/admin-administrators'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import type { FormVersion, RowFormOptions } from '#core/form/row-form'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { roleLabels } from './role-labels.ts'

/** All administrators, and whether this installation sends email. */
export const { $view: $administrators, refresh: refreshAdministrators } = createAdminQuery(
  ['administrators'],
  () => callAdminApi(adminAdministrators.list),
)

type RoleValues = Record<AdminRole, boolean>
export type RolesFormValues = RoleValues & { reason: string }
export type NewAdministratorValues = RolesFormValues & { username: string; email: string; password: string }

export const roleFieldLabels = { ...roleLabels, reason: 'Reason' }
export { REASON_MAX }

/** Field limits, as on the server. */
export const getMaxLength = (name: 'username' | 'email') =>
  getFieldRules(NewAdministratorBody, name).maxLength

const tick = (roles: readonly AdminRole[]): RoleValues =>
  Object.fromEntries(adminRoles.map((role) => [role, roles.includes(role)])) as RoleValues

const ticked = (values: RoleValues): AdminRole[] => adminRoles.filter((role) => values[role])

const checkRoles = (values: RoleValues) =>
  ticked(values).length === 0 ? { owner: 'Select at least one role.' } : {}

const versionOf = ({ roles, updated_at }: AdministratorAccount): FormVersion<RolesFormValues> => ({
  values: { ...tick(roles), reason: '' },
  updatedAt: updated_at,
})

/** The form that changes an administrator's roles. */
export const createRolesForm = (
  row: AdministratorAccount,
): RowFormOptions<RolesFormValues, AdministratorAccount> => ({
  initial: versionOf(row),
  check: checkRoles,
  failure: 'Failed to change the roles: {reason}',
  save: async ({ reason, ...roles }, { updatedAt }) =>
    (
      await callAdminApi(adminAdministrators.update, {
        params: { id: row.id },
        body: { roles: ticked(roles), ...toReasonPayload(reason), updated_at: updatedAt },
      })
    ).administrator,
  readLastChange: getLastChange({ entity: 'admin', id: row.id }),
  reread: async () => {
    const { administrators } = await callAdminApi(adminAdministrators.list)
    const now = administrators.find(({ id }) => id === row.id)
    return now && versionOf(now)
  },
})

/** The form that creates an administrator. */
export const createAdministratorForm = (): RowFormOptions<NewAdministratorValues, AdministratorAccount> => ({
  initial: {
    values: { username: '', email: '', password: '', ...tick([]), reason: '' },
    updatedAt: undefined,
  },
  check: (values) => ({
    ...(values.username.trim() === '' && { username: 'Enter a username' }),
    ...(values.email.trim() === '' && { email: 'Enter an email' }),
    ...checkRoles(values),
  }),
  failure: 'Failed to add the administrator: {reason}',
  save: async ({ username, email, password, reason, ...roles }, { idempotencyKey }) =>
    (
      await callAdminApi(
        adminAdministrators.create,
        {
          body: {
            username,
            email,
            roles: ticked(roles),
            ...(password !== '' && { password }),
            ...toReasonPayload(reason),
          },
        },
        { idempotencyKey },
      )
    ).administrator,
})

/** Disables or enables an account. Throws as `callAdminApi` does. */
export const setAdministratorActive = (
  { id, is_active, updated_at }: AdministratorAccount,
  said: { reason?: string },
) =>
  callAdminApi(adminAdministrators.update, {
    params: { id },
    body: { is_active: !is_active, updated_at, ...said },
  })

/** Ends all sessions of an account. Throws as `callAdminApi` does. */
export const endSessions = ({ id }: AdministratorAccount) =>
  callAdminApi(adminAdministrators.endSessions, { params: { id } })

/** Deletes an account. Throws as `callAdminApi` does. */
export const deleteAdministrator = ({ id }: AdministratorAccount, said: { reason?: string }) =>
  callAdminApi(adminAdministrators.delete, { params: { id }, body: said })
