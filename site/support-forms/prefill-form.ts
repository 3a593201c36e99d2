import type { User } from '#contract/identity/session'
import { readStoredJson } from '#core/session/read-stored-json'
import { formatFullName } from '#shared/full-name'

/** Fills the empty fields of a form with the signed-in investor's data, if any, and with `more`. */
export function prefillForm({ elements }: HTMLFormElement, more?: Record<string, string>): void {
  const user = readStoredJson<User>('user')
  const name = formatFullName({ first_name: '', last_name: '', ...user }) || more?.name
  const known: Record<string, unknown> = { ...more, ...user, name }
  for (const field of elements as Iterable<HTMLInputElement>) field.value ||= String(known[field.name] ?? '')
}
