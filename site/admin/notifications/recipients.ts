import { atom } from 'nanostores'
import type { PickedUser } from '#site/admin/user-picker/user-search.ts'

/** Recipients beside the one in the URL. */
export const $alsoTo = atom<readonly PickedUser[]>([])

/** Adds a recipient who is not in the list yet; `chosen` is the one in the URL. */
export function addRecipient(user: PickedUser, chosen: number | undefined): void {
  const recipients = $alsoTo.get()
  if (user.id !== chosen && !recipients.some(({ id }) => id === user.id)) $alsoTo.set([...recipients, user])
}

export const removeRecipient = (id: number): void =>
  $alsoTo.set($alsoTo.get().filter((user) => user.id !== id))
