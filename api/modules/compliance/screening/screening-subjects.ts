/** Every name of an account: its own, and those of its form, its entity and the people behind that. */

import type { VerificationAnswers } from '#contract/compliance/verification'
import type { users } from '#db/schema/identity/accounts'
import { formatFullName } from '#shared/full-name'
import { type Person, readingsOf } from './name-matching.ts'
import type { MatchCandidate } from './name-search-index.ts'
import type { ScreeningSource } from './screening-source.ts'

/** A name to compare. */
export interface Subject extends Person {
  name: string
}

interface Known extends Pick<typeof users.$inferSelect, 'first_name' | 'last_name' | 'verified_name'> {
  answers: VerificationAnswers
  /** Whether compliance has accepted the identity item. */
  isChecked: boolean
}

/**
 * The unique names of an account in every reading. The date of birth belongs to the person named by the
 * account and its form.
 */
export function listSubjects({ first_name, last_name, verified_name, answers, isChecked }: Known): Subject[] {
  const { identity, entity } = answers
  const birth = { birthDate: identity?.birth_date ?? '', isUnchecked: !isChecked }
  const person = new Set([formatFullName({ first_name, last_name }), identity?.full_name])
  // Someone with the same name, such as a parent, is another person.
  const people = entity?.people?.map(({ full_name }) => full_name) ?? []
  const others = new Set([...(person.has(verified_name) ? [] : [verified_name]), entity?.name, ...people])
  return [
    ...[...person].map((name) => ({ name, ...birth })),
    ...[...others].map((name) => ({ name, birthDate: '' })),
  ].flatMap(({ name, ...rest }) => (name ? readingsOf(name).map((parts) => ({ name, parts, ...rest })) : []))
}

/** A possible entry for an account, and the account name most similar to it. */
export interface Found extends MatchCandidate {
  subject: Subject
}

/** The unique entries that may be one of these subjects. */
export async function findCandidates(
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
