import {
  type AdministratorAccount,
  adminAdministrators,
  NewAdministratorBody,
  REASON_MAX,
} from '#contract/admin-administrators'
import { fieldRules } from '#contract/schema'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import type { RowFormOptions, Version } from '#core/form/row-form'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { roleNames } from './words.ts'

/** All administrators, and whether this installation sends mail. */
export const { $view: $administrators, refresh: refreshAdministrators } = createAdminQuery(
  ['administrators'],
  () => callAdmin(adminAdministrators.list),
)

type RoleValues = Record<AdminRole, boolean>
export type RolesForm = RoleValues & { reason: string }
export type NewForm = RolesForm & { username: string; email: string; password: string }

export const roleLabels = { ...roleNames, reason: 'Reason' }
export { REASON_MAX }

/** Bounds of a field, as the server has them. */
export const lengthOf = (name: 'username' | 'email') => fieldRules(NewAdministratorBody, name).maxLength

const tick = (roles: readonly AdminRole[]): RoleValues =>
  Object.fromEntries(adminRoles.map((role) => [role, roles.includes(role)])) as RoleValues

const ticked = (values: RoleValues): AdminRole[] => adminRoles.filter((role) => values[role])

const checkRoles = (values: RoleValues) =>
  ticked(values).length === 0 ? { owner: 'Choose at least one role.' } : {}

const versionOf = ({ roles, updated_at }: AdministratorAccount): Version<RolesForm> => ({
  values: { ...tick(roles), reason: '' },
  updatedAt: updated_at,
})

/** The form of the roles of an administrator. */
export const rolesForm = (row: AdministratorAccount): RowFormOptions<RolesForm, AdministratorAccount> => ({
  initial: versionOf(row),
  check: checkRoles,
  failure: 'Failed to change the roles: {reason}',
  save: async ({ reason, ...roles }, { updatedAt }) =>
    (
      await callAdmin(adminAdministrators.update, {
        params: { id: row.id },
        body: { roles: ticked(roles), ...saidReason(reason), updated_at: updatedAt },
      })
    ).administrator,
  readLastChange: readLastChange({ entity: 'admin', id: row.id }),
  reread: async () => {
    const { administrators } = await callAdmin(adminAdministrators.list)
    const now = administrators.find(({ id }) => id === row.id)
    return now && versionOf(now)
  },
})

/** The form that creates an administrator. */
export const newForm = (): RowFormOptions<NewForm, AdministratorAccount> => ({
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
      await callAdmin(
        adminAdministrators.create,
        {
          body: {
            username,
            email,
            roles: ticked(roles),
            ...(password !== '' && { password }),
            ...saidReason(reason),
          },
        },
        { idempotencyKey },
      )
    ).administrator,
})

/** Disables or enables an account. Throws as `callAdmin` does. */
export const switchActive = (
  { id, is_active, updated_at }: AdministratorAccount,
  said: { reason?: string },
) =>
  callAdmin(adminAdministrators.update, {
    params: { id },
    body: { is_active: !is_active, updated_at, ...said },
  })

/** Ends all sessions of an account. Throws as `callAdmin` does. */
export const endSessions = ({ id }: AdministratorAccount) =>
  callAdmin(adminAdministrators.endSessions, { params: { id } })

/** Deletes an account. Throws as `callAdmin` does. */
export const deleteAdministrator = ({ id }: AdministratorAccount, said: { reason?: string }) =>
  callAdmin(adminAdministrators.remove, { params: { id }, body: said })
