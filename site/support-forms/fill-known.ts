import type { User } from '#contract/session'
import { readStored } from '#core/session/stored-json'

/** Fills the empty fields of a support form with the stored data of the signed-in investor, if there is one. */
export function fillKnown({ elements }: HTMLFormElement): void {
  const user = readStored<User>('user')
  const known: Record<string, unknown> = { ...user, name: [user.first_name, user.last_name].join(' ').trim() }
  for (const field of elements as Iterable<HTMLInputElement>) field.value ||= String(known[field.name] ?? '')
}
