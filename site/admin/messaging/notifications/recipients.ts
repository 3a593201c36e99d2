import { atom } from 'nanostores'
import { $administrator } from '#core/session/admin-session'
import { formatFullName } from '#shared/full-name'
import type { PickedUser } from '#site/admin/kit/user-picker/investor-search.ts'

/** Recipients in addition to the one in the URL. */
export const $additionalRecipients = atom<readonly PickedUser[]>([])

/** Adds a recipient who is not in the list yet; `chosen` is the one in the URL. */
export function addRecipient(user: PickedUser, chosen: number | undefined): void {
  const recipients = $additionalRecipients.get()
  if (user.id !== chosen && !recipients.some(({ id }) => id === user.id))
    $additionalRecipients.set([...recipients, user])
}

export const removeRecipient = (id: number): void =>
  $additionalRecipients.set($additionalRecipients.get().filter((user) => user.id !== id))

/** Stored only for this tab, so that a reload loses no one. */
const keyOf = (): string => `recipients:${$administrator.get() ?? 0}`

const isUser = (value: unknown): value is PickedUser =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  typeof formatFullName(value as PickedUser) === 'string'

/** Restores the additional recipients if none are selected yet. */
export function restoreRecipients(chosen: number | undefined): void {
  if (chosen === undefined || $additionalRecipients.get().length > 0) return
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null') as {
      chosen?: unknown
      others?: unknown
    } | null
    if (kept?.chosen !== chosen || !Array.isArray(kept.others)) return
    $additionalRecipients.set(kept.others.filter(isUser))
  } catch {
    // Without storage, no one was stored.
  }
}

/** Stores the additional recipients. */
export function saveRecipients(chosen: number | undefined, others: readonly PickedUser[]): void {
  try {
    if (chosen === undefined || others.length === 0) sessionStorage.removeItem(keyOf())
    else sessionStorage.setItem(keyOf(), JSON.stringify({ chosen, others }))
  } catch {}
}

/** Discards the recipients when the composer is left. */
export function clearRecipients(): void {
  $additionalRecipients.set([])
  saveRecipients(undefined, [])
}
