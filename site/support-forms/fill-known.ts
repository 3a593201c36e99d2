import type { User } from '#contract/session'
import { readStored } from '#core/session/stored-json'

/** Fills the empty fields of a form with the data of the signed-in investor, if there is one, and with `more`. */
export function fillKnown({ elements }: HTMLFormElement, more?: Record<string, string>): void {
  const user = readStored<User>('user')
  const name = [user.first_name, user.last_name].join(' ').trim()
  const known: Record<string, unknown> = { ...more, ...user, name: name || more?.name }
  for (const field of elements as Iterable<HTMLInputElement>) field.value ||= String(known[field.name] ?? '')
}
