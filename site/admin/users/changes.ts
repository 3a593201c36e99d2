import { atom } from 'nanostores'
import { type AdminUser, adminUsers, type ListedUser } from '#contract/admin-users'
import { REASON_MAX } from '#contract/two-pairs'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { AwaitsApproval } from '#core/api/proposals'
import { countOf } from '#core/format/format'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { createToastStore } from '#site/admin/toast/toast-store.ts'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { userList } from './list.ts'

export type Flag = 'is_active' | 'is_verified'

/** Users as the server has returned them since the list was read; a later version in the list takes precedence. */
export const $changed = atom<ReadonlyMap<number, AdminUser>>(new Map())
/** The change in progress: `12 is_active`. */
export const $saving = atom<ReadonlySet<string>>(new Set())
/** Toasts about the changes. */
export const userOutcome = createToastStore()

export const savingKey = ({ id }: { id: number }, flag: Flag): string => `${id} ${flag}`

/** A row of the list as it now is. */
export function currentOf<User extends AdminUser>(row: User, changed: ReadonlyMap<number, AdminUser>): User {
  const other = changed.get(row.id)
  return other && other.updated_at > row.updated_at ? { ...row, ...other } : row
}

function keep(users: readonly AdminUser[]): void {
  $changed.set(new Map([...$changed.get(), ...users.map((user) => [user.id, user] as const)]))
}

const done: Record<Flag, readonly [string, string]> = {
  is_active: ['is disabled and signed out', 'is active'],
  is_verified: ['is no longer verified', 'is verified'],
}

/** An investor who is verified is told so at once: that has left the house. */
const canUndo = (flag: Flag, value: boolean): boolean => flag === 'is_active' || !value

/** What undoing does not bring back. */
const afterwards = (flag: Flag, value: boolean, count: number): string =>
  flag === 'is_active' && !value
    ? ` Undo lets ${count === 1 ? 'the investor' : 'them'} sign in again; sessions that were signed out stay so.`
    : ''

/** A change of a flag; one that undoes another is itself not offered to be undone. */
interface FlagChange {
  flag: Flag
  value: boolean
  /** Why; kept in the audit log, and with a verification by hand. */
  reason?: string | undefined
  isUndo?: boolean
}

/** The change that takes this one back, with the same reason. */
const undoOf = ({ flag, value, reason }: FlagChange): FlagChange => ({
  flag,
  value: !value,
  reason: reason && `Undone: ${reason}`.slice(0, REASON_MAX),
  isUndo: true,
})

/** Says that a change of `count` users is done, with the change that undoes it where there is one. */
function announce(
  message: string,
  { flag, value, isUndo }: FlagChange,
  count: number,
  undo: () => Promise<unknown>,
) {
  if (isUndo) return userOutcome.succeed(`Undone: ${message}`)
  if (!canUndo(flag, value)) return userOutcome.succeed(message)
  userOutcome.succeedUndoable(`${message}${afterwards(flag, value, count)}`, async () => void (await undo()))
}

const failed: Record<Flag, string> = {
  is_active: 'Failed to update user status',
  is_verified: 'Failed to update user verification',
}

const reasonFor = (error: unknown) => explainRejection(error, 'The server gave no reason.')

/**
 * Sets a flag of a user as it is on screen; a conflict with someone else's change is shown, and the list read again.
 */
export async function changeFlag(user: ListedUser, change: FlagChange): Promise<void> {
  const { flag, value, reason } = change
  const key = savingKey(user, flag)
  if ($saving.get().has(key)) return
  $saving.set(new Set([...$saving.get(), key]))
  const { id, updated_at } = user
  try {
    const { user: changed } = await (flag === 'is_active'
      ? callAdmin(adminUsers.setStatus, { params: { id }, body: { is_active: value, updated_at } })
      : callAdmin(adminUsers.setVerification, {
          params: { id },
          body: { is_verified: value, ...saidReason(reason ?? ''), updated_at },
        }))
    keep([changed])
    announce(`${nameOf(user)} ${done[flag][value ? 1 : 0]}.`, change, 1, () =>
      changeFlag({ ...user, ...changed }, undoOf(change)),
    )
  } catch (error) {
    if (!(error instanceof AwaitsApproval)) userOutcome.fail(failed[flag], reasonFor(error))
  } finally {
    // After someone else's change the row is out of date until the list is read again.
    await userList.refresh()
    $saving.set(new Set([...$saving.get()].filter((other) => other !== key)))
  }
}

/** Asks why, and marks a user as verified or not by hand. */
export async function markByHand(user: ListedUser, value: boolean): Promise<void> {
  const { askReason } = await import('#site/admin/approvals/ReasonDialog.tsx')
  const reason = await askReason({
    title: `${value ? 'Verify' : 'Unverify'} by hand`,
    says: `${nameOf(user)} ${
      value
        ? 'counts as verified without a review, and is told so.'
        : 'is no longer verified: nothing of theirs can be approved.'
    } The reason is kept in the audit log; the investor does not see it.`,
    action: value ? 'Verify' : 'Unverify',
    approval: { endpoint: adminUsers.setVerification, isNeeded: true },
  })
  if (reason !== undefined) await changeFlag(user, { flag: 'is_verified', value, reason })
}

/** Sets a flag of all chosen users. Returns whether it was done. */
export async function changeMany(users: readonly ListedUser[], change: FlagChange): Promise<boolean> {
  const { flag, value, reason } = change
  try {
    const ids = users.map(({ id }) => id)
    const response = await callAdmin(adminUsers.bulk, {
      body: { ids, [flag]: value, ...saidReason(reason ?? '') },
    })
    keep(response.users)
    announce(`${countOf(response.updated, 'user')} updated.`, change, response.updated, () =>
      changeMany(users, undoOf(change)),
    )
    return true
  } catch (error) {
    if (error instanceof AwaitsApproval) return true
    userOutcome.fail('Failed to update users', reasonFor(error))
    return false
  } finally {
    await userList.refresh()
  }
}

/** Opens an account that failed sign-ins have locked. */
export async function unlockUser(user: ListedUser): Promise<void> {
  try {
    await callAdmin(adminUsers.unlock, { params: { id: user.id } })
    userOutcome.succeed(`${nameOf(user)} can sign in again.`)
  } catch (error) {
    userOutcome.fail('Failed to unlock user', reasonFor(error))
  } finally {
    await userList.refresh()
  }
}

/** After a user was deleted. */
export async function showDeletion(user: ListedUser): Promise<void> {
  await userList.refresh()
  userOutcome.succeed(`${nameOf(user)} was deleted.`)
}
