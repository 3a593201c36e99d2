import { atom } from 'nanostores'
import type { PickedUser } from '#site/admin/user-picker/user-search.ts'

/** Investors a notification goes to beside the one in the address. */
export const $alsoTo = atom<readonly PickedUser[]>([])

/** Adds one who is not among them yet; `chosen` is the one in the address. */
export function addRecipient(user: PickedUser, chosen: number | undefined): void {
  const known = $alsoTo.get()
  if (user.id !== chosen && !known.some(({ id }) => id === user.id)) $alsoTo.set([...known, user])
}

export const removeRecipient = (id: number): void =>
  $alsoTo.set($alsoTo.get().filter((user) => user.id !== id))
