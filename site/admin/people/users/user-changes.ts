import { atom } from 'nanostores'
import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { type AdminUser, adminUsers, type UserListItem } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'
import { ApprovalRequiredError } from '#core/api/approval-requests'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatCountOf } from '#core/format/format'
import { formatFullName } from '#shared/full-name'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'
import { userList } from './user-list.ts'

export type UserFlag = 'is_active' | 'is_verified'

/** Users as returned by the server since the list was loaded; a later version in the list takes precedence. */
export const $changed = atom<ReadonlyMap<number, AdminUser>>(new Map())
/** The change in progress: `12 is_active`. */
export const $saving = atom<ReadonlySet<string>>(new Set())
/** Toasts for the changes. */
export const userToasts = createToastStore()

export const getSavingKey = ({ id }: { id: number }, flag: UserFlag): string => `${id} ${flag}`

/** The current version of a list row. */
export function getCurrentUser<User extends AdminUser>(
  row: User,
  changed: ReadonlyMap<number, AdminUser>,
): User {
  const other = changed.get(row.id)
  return other && other.updated_at > row.updated_at ? { ...row, ...other } : row
}

function keep(users: readonly AdminUser[]): void {
  $changed.set(new Map([...$changed.get(), ...users.map((user) => [user.id, user] as const)]))
}

const done: Record<UserFlag, readonly [string, string]> = {
  is_active: ['has been deactivated and signed out', 'is now active'],
  is_verified: ['is no longer verified', 'is now verified'],
}

/** A verified investor is notified immediately, which cannot be undone. */
const canUndo = (flag: UserFlag, value: boolean): boolean => flag === 'is_active' || !value

/** What undoing does not restore. */
const afterwards = (flag: UserFlag, value: boolean, count: number): string =>
  flag === 'is_active' && !value
    ? ` Undo allows ${count === 1 ? 'the investor' : 'them'} to sign in again; ended sessions are not restored.`
    : ''

/** A flag change; a change that undoes another cannot itself be undone. */
interface FlagChange {
  flag: UserFlag
  value: boolean
  /** The reason; recorded in the audit log, and with a manual verification. */
  reason?: string | undefined
  isUndo?: boolean
}

/** The change that undoes this one, with the same reason. */
const undoOf = ({ flag, value, reason }: FlagChange): FlagChange => ({
  flag,
  value: !value,
  reason: reason && `Undone: ${reason}`.slice(0, APPROVAL_REASON_MAX),
  isUndo: true,
})

/** Reports that `count` users were changed, with an undo option if available. */
function announce(
  message: string,
  { flag, value, isUndo }: FlagChange,
  count: number,
  undo: () => Promise<unknown>,
) {
  if (isUndo) return userToasts.succeed(`Undone: ${message}`)
  if (!canUndo(flag, value)) return userToasts.succeed(message)
  userToasts.succeedUndoable(`${message}${afterwards(flag, value, count)}`, async () => void (await undo()))
}

const failed: Record<UserFlag, string> = {
  is_active: 'Failed to update investor status',
  is_verified: 'Failed to update investor verification',
}

const reasonFor = (error: unknown) => getServerErrorMessage(error, 'No reason was returned.')

/** Sets a flag of the user shown on screen; on a conflict with someone else's change, shows it and reloads the list. */
export async function updateUserFlag(user: UserListItem, change: FlagChange): Promise<void> {
  const { flag, value, reason } = change
  const key = getSavingKey(user, flag)
  if ($saving.get().has(key)) return
  $saving.set(new Set([...$saving.get(), key]))
  const { id, updated_at } = user
  try {
    const { user: changed } = await (flag === 'is_active'
      ? callAdminApi(adminUsers.setStatus, {
          params: { id },
          body: { is_active: value, ...toReasonPayload(reason ?? ''), updated_at },
        })
      : callAdminApi(adminUsers.setManualVerification, {
          params: { id },
          body: { is_verified: value, ...toReasonPayload(reason ?? ''), updated_at },
        }))
    keep([changed])
    announce(`${formatFullName(user)} ${done[flag][value ? 1 : 0]}.`, change, 1, () =>
      updateUserFlag({ ...user, ...changed }, undoOf(change)),
    )
  } catch (error) {
    if (!(error instanceof ApprovalRequiredError)) userToasts.fail(failed[flag], reasonFor(error))
  } finally {
    // After someone else's change, the row is outdated until the list is reloaded.
    await userList.refresh()
    $saving.set(new Set([...$saving.get()].filter((other) => other !== key)))
  }
}

/** Asks for the reason and sets or removes the manual verification of a user. */
export async function setManualVerification(user: UserListItem, value: boolean): Promise<void> {
  const { promptForReason } = await import('#site/admin/kit/approvals/ReasonDialog.tsx')
  const reason = await promptForReason({
    title: value ? 'Verify manually' : 'Remove verification manually',
    message: `${formatFullName(user)} ${
      value
        ? 'will be marked as verified without a review and notified.'
        : 'will be marked as unverified. Their requests and subscriptions cannot be approved.'
    } The reason is recorded in the audit log and is not visible to the investor.`,
    action: value ? 'Verify' : 'Remove verification',
    approval: { endpoint: adminUsers.setManualVerification, isNeeded: true },
  })
  if (reason !== undefined) await updateUserFlag(user, { flag: 'is_verified', value, reason })
}

/** Asks for the reason and activates or deactivates a user. */
export async function setActive(user: UserListItem, value: boolean): Promise<void> {
  const { promptForReason } = await import('#site/admin/kit/approvals/ReasonDialog.tsx')
  const reason = await promptForReason({
    title: value ? 'Activate investor' : 'Deactivate investor',
    message: `${formatFullName(user)} ${
      value
        ? 'will be able to sign in again.'
        : 'will be signed out immediately and cannot sign in until reactivated.'
    } The reason is recorded in the audit log and is not visible to the investor.`,
    action: value ? 'Activate' : 'Deactivate',
    // Only the server knows whether a colleague deactivated the account.
    ...(value && { approval: { endpoint: adminUsers.setStatus } }),
  })
  if (reason !== undefined) await updateUserFlag(user, { flag: 'is_active', value, reason })
}

/** Sets a flag of all selected users. Returns whether it succeeded. */
export async function updateUserFlags(users: readonly UserListItem[], change: FlagChange): Promise<boolean> {
  const { flag, value, reason } = change
  try {
    const ids = users.map(({ id }) => id)
    const response = await callAdminApi(adminUsers.updateMany, {
      body: { ids, [flag]: value, ...toReasonPayload(reason ?? '') },
    })
    keep(response.users)
    announce(`${formatCountOf(response.updated, 'investor')} updated.`, change, response.updated, () =>
      updateUserFlags(users, undoOf(change)),
    )
    return true
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return true
    userToasts.fail('Failed to update investors', reasonFor(error))
    return false
  } finally {
    await userList.refresh()
  }
}

/** Unlocks an account that was locked by failed sign-ins. */
export async function unlockUser(user: UserListItem): Promise<void> {
  try {
    await callAdminApi(adminUsers.unlock, { params: { id: user.id } })
    userToasts.succeed(`${formatFullName(user)} can sign in again.`)
  } catch (error) {
    userToasts.fail('Failed to unlock investor', reasonFor(error))
  } finally {
    await userList.refresh()
  }
}

/** Called after a user was deleted. */
export async function handleUserDeleted(user: UserListItem): Promise<void> {
  await userList.refresh()
  userToasts.succeed(`${formatFullName(user)} has been deleted.`)
}
