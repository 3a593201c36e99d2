import { atom } from 'nanostores'
import { $administrator } from '#core/session/admin-session'
import { nameOf, type PickedUser } from '#site/admin/user-picker/user-search.ts'

/** Recipients beside the one in the URL. */
export const $alsoTo = atom<readonly PickedUser[]>([])

/** Adds a recipient who is not in the list yet; `chosen` is the one in the URL. */
export function addRecipient(user: PickedUser, chosen: number | undefined): void {
  const recipients = $alsoTo.get()
  if (user.id !== chosen && !recipients.some(({ id }) => id === user.id)) $alsoTo.set([...recipients, user])
}

export const removeRecipient = (id: number): void =>
  $alsoTo.set($alsoTo.get().filter((user) => user.id !== id))

/** Kept for this tab alone: a reload loses nobody. */
const keyOf = (): string => `recipients:${$administrator.get() ?? 0}`

const isUser = (value: unknown): value is PickedUser =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  typeof nameOf(value as PickedUser) === 'string'

/** Takes the recipients back who were kept beside the one in the URL, where none are chosen yet. */
export function restoreRecipients(chosen: number | undefined): void {
  if (chosen === undefined || $alsoTo.get().length > 0) return
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null') as {
      chosen?: unknown
      others?: unknown
    } | null
    if (kept?.chosen !== chosen || !Array.isArray(kept.others)) return
    $alsoTo.set(kept.others.filter(isUser))
  } catch {
    // Without storage nobody was kept.
  }
}

/** Keeps the recipients beside the one in the URL. */
export function keepRecipients(chosen: number | undefined, others: readonly PickedUser[]): void {
  try {
    if (chosen === undefined || others.length === 0) sessionStorage.removeItem(keyOf())
    else sessionStorage.setItem(keyOf(), JSON.stringify({ chosen, others }))
  } catch {}
}

/** Forgets the recipients once the composer is left. */
export function dropRecipients(): void {
  $alsoTo.set([])
  keepRecipients(undefined, [])
}
