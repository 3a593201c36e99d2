/** Every name by which an account is known: of the account, of its form, of the entity and of the people behind it. */
import type { Answers } from '#contract/verification'
import type { users } from '#db/schema/accounts'
import type { Candidate } from './name-index.ts'
import { type Person, partsOf } from './names.ts'
import type { ScreeningSource } from './source.ts'

/** A name that is compared. */
export interface Subject extends Person {
  name: string
}

interface Known extends Pick<typeof users.$inferSelect, 'first_name' | 'last_name' | 'verified_name'> {
  answers: Answers
  /** Whether compliance has accepted the item with the birth date. */
  isChecked: boolean
}

/** The names of an account, each once. The birth date is that of the person whom the account and its form name. */
export function subjectsOf({ first_name, last_name, verified_name, answers, isChecked }: Known): Subject[] {
  const { identity, entity } = answers
  const birth = { birthDate: identity?.birth_date ?? '', isUnchecked: !isChecked }
  const person = new Set([`${first_name} ${last_name}`, identity?.full_name])
  // Somebody of the same name, such as a father, is another person.
  const people = entity?.people?.map(({ full_name }) => full_name) ?? []
  const others = new Set([...(person.has(verified_name) ? [] : [verified_name]), entity?.name, ...people])
  return [
    ...[...person].map((name) => ({ name, ...birth })),
    ...[...others].map((name) => ({ name, birthDate: '' })),
  ].flatMap(({ name, ...rest }) => (name ? [{ name, parts: partsOf(name), ...rest }] : []))
}

/** An entry that an account may be, and the name of the account that is most like it. */
export interface Found extends Candidate {
  subject: Subject
}

/** The entries that one of these may be, each once. */
export async function findAny(
  subjects: readonly Subject[],
  source: ScreeningSource,
  threshold: number,
): Promise<Found[]> {
  const best = new Map<string, Found>()
  for (const subject of subjects) {
    for (const candidate of await source.find(subject, threshold)) {
      const key = JSON.stringify([candidate.list, candidate.entry_id])
      if (candidate.score > (best.get(key)?.score ?? -1)) best.set(key, { ...candidate, subject })
    }
  }
  return [...best.values()]
}
