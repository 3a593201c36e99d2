/** Which items of a verification are complete, and what is missing of the others. */
import type { ProblemDetail } from '#contract/problem'
import type { Answers, Declaration, VerificationEntry } from '#contract/verification'
import type { verificationDecisions, verificationFiles, verifications } from '#db/schema/verifications'
import { isCountry } from '#shared/countries'
import {
  type ItemState,
  itemLabels,
  itemsOf,
  needsEvidence,
  type VerificationItem,
  type VerificationKind,
} from '#shared/enums/verifications'
import { hasPostalCodes } from '#shared/postal-codes'

export type VerificationRow = typeof verifications.$inferSelect
export type DecisionRow = typeof verificationDecisions.$inferSelect
export type FileRow = typeof verificationFiles.$inferSelect

/** What is known of one investor's form. */
export interface Form {
  kind: VerificationKind
  answers: Answers
  files: readonly Pick<FileRow, 'item'>[]
  declarations: readonly Declaration[]
}

const ADULT_YEARS = 18
const OLDEST_YEARS = 120
const SHARES_MAX = 100

/** The answers of a row; they were validated when they were stored. */
export const answersOf = ({ answers }: Pick<VerificationRow, 'answers'>): Answers => answers as Answers

const isFilled = (value: string | undefined): value is string => value !== undefined && value !== ''

/** A gap for each field that is empty, with a pointer into the form. */
const gapsIn = (fields: Record<string, string | undefined>, path: string, words: Record<string, string>) =>
  Object.entries(words).flatMap(([name, word]) =>
    isFilled(fields[name]) ? [] : [{ path: `${path}/${name}`, message: `Enter ${word}` }],
  )

const gapInCountry = (country: string | undefined, path: string): ProblemDetail[] =>
  isFilled(country) && !isCountry(country) ? [{ path, message: 'Choose a country of the list' }] : []

function gapInBirth(day: string | undefined): ProblemDetail[] {
  if (!isFilled(day)) return []
  const path = '/identity/birth_date'
  const now = new Date()
  const years = now.getUTCFullYear() - Number(day.slice(0, 4))
  const isBefore = now.toISOString().slice(5, 10) < day.slice(5)
  const age = years - (isBefore ? 1 : 0)
  if (age < 0) return [{ path, message: 'The day of birth is in the future' }]
  if (age > OLDEST_YEARS)
    return [{ path, message: `The day of birth is more than ${OLDEST_YEARS} years ago` }]
  return age < ADULT_YEARS ? [{ path, message: `Investors are at least ${ADULT_YEARS} years old` }] : []
}

/** A number and a reason for having none contradict each other. */
const gapInReason = ({ number, reason }: NonNullable<Answers['tax']>): ProblemDetail[] =>
  reason && isFilled(number)
    ? [{ path: '/tax/reason', message: 'Remove the tax number, or the reason for having none' }]
    : []

function gapsInPeople({ people = [] }: NonNullable<Answers['entity']>): ProblemDetail[] {
  const path = '/entity/people'
  if (people.length === 0) return [{ path, message: 'Name the people behind the entity, with their shares' }]
  const gaps = people.flatMap((person, at) =>
    gapsIn(person as Record<string, string | undefined>, `${path}/${at}`, {
      full_name: `the name of person ${at + 1}`,
      role: `the role of person ${at + 1}`,
      share_percent: `the share of person ${at + 1}, 0 without one`,
    }),
  )
  // In hundredths of a percent, so that the sum is exact.
  const shares = people.reduce(
    (sum, { share_percent }) => sum + Math.round(Number(share_percent || 0) * 100),
    0,
  )
  return shares > SHARES_MAX * 100
    ? [...gaps, { path, message: `The shares add up to ${shares / 100} percent, which is more than all` }]
    : gaps
}

/** What each item needs beside a file. */
const rules: Record<VerificationItem, (form: Form) => ProblemDetail[]> = {
  identity: ({ answers: { identity = {} } }) => [
    ...gapsIn(identity, '/identity', {
      full_name: 'the full name',
      birth_date: 'the day of birth',
      nationality: 'the nationality',
    }),
    ...gapInBirth(identity.birth_date),
    ...gapInCountry(identity.nationality, '/identity/nationality'),
  ],
  entity: ({ answers: { entity = {} } }) => [
    ...gapsIn(
      { name: entity.name, registration_number: entity.registration_number, country: entity.country },
      '/entity',
      {
        name: 'the name of the entity',
        registration_number: 'the registration number',
        country: 'its country',
      },
    ),
    ...gapInCountry(entity.country, '/entity/country'),
    ...gapsInPeople(entity),
  ],
  address: ({ answers: { address = {} } }) => [
    ...gapsIn(address, '/address', {
      street: 'street and number',
      city: 'the city',
      ...(hasPostalCodes(address.country ?? '') && { postal_code: 'the postal code' }),
      country: 'the country',
    }),
    ...gapInCountry(address.country, '/address/country'),
  ],
  tax: ({ answers: { tax = {} } }) => [
    ...gapsIn(tax, '/tax', {
      country: 'the country of tax residence',
      ...(!tax.reason && { number: 'the tax number, or select why you have none' }),
      ...(tax.reason === 'unable' && { explanation: 'why you cannot obtain a tax number' }),
    }),
    ...gapInReason(tax),
    ...gapInCountry(tax.country, '/tax/country'),
  ],
  source_of_funds: ({ answers }) =>
    gapsIn(answers as Record<string, string>, '', { source_of_funds: 'where the money comes from' }),
  investor_kind: ({ answers: { investor_kind, ground } }) =>
    gapsIn({ investor_kind, ground }, '', {
      investor_kind: 'the kind of investor',
      // Asked for once the kind is chosen, like its field.
      ...(investor_kind && { ground: 'the ground for this kind of investor' }),
    }),
  declarations: ({ answers: { declarations: declared = [] }, declarations }) =>
    declarations
      .filter(({ id, version }) => !declared.some((one) => one.id === id && one.version === version))
      .map(({ title }) => ({ path: '/declarations', message: `Declare: ${title}` })),
}

/** What is missing of an item; the file last. */
export function gapsOf(item: VerificationItem, form: Form): ProblemDetail[] {
  const gaps = rules[item](form)
  return needsEvidence(item) && !form.files.some((file) => file.item === item)
    ? [...gaps, { path: `/files/${item}`, message: `Add a file for: ${itemLabels[item]}` }]
    : gaps
}

/** Whether only files are missing of the form. */
export const isFilledIn = (form: Form): boolean =>
  itemsOf(form.kind).every((item) => gapsOf(item, form).every(({ path }) => path.startsWith('/files/')))

export const isComplete = (form: Form): boolean =>
  itemsOf(form.kind).every((item) => gapsOf(item, form).length === 0)

const stateOf = (item: VerificationItem, form: Form, decision: DecisionRow | undefined): ItemState => {
  if (decision) return decision.decision
  return gapsOf(item, form).length === 0 ? 'complete' : 'missing'
}

/** The items of a form as its owner and the desk see them. */
export const toEntries = (form: Form, decisions: readonly DecisionRow[]): VerificationEntry[] =>
  itemsOf(form.kind).map((item) => {
    const decision = decisions.find((one) => one.item === item)
    return {
      id: item,
      label: itemLabels[item],
      state: stateOf(item, form, decision),
      reason: decision?.decision === 'needs_more' ? decision.reason : '',
      gaps: gapsOf(item, form),
    }
  })

/** One detail for each item that keeps the form from being submitted. */
export function findObstacles(form: Form, decisions: readonly DecisionRow[]): ProblemDetail[] {
  return itemsOf(form.kind).flatMap((item) => {
    const gaps = gapsOf(item, form)
    const [first] = gaps
    if (first) {
      const message = [...new Set(gaps.map((gap) => gap.message))].join('. ')
      return [{ path: `/${item}`, message: `${itemLabels[item]}: ${message}` }]
    }
    const asked = decisions.find(
      (one) => one.item === item && one.decision === 'needs_more' && !one.is_answered,
    )
    return asked
      ? [{ path: `/${item}`, message: `${itemLabels[item]}: change what was asked for. ${asked.reason}` }]
      : []
  })
}

/** The part of the answers that belongs to an item. */
export function partOfItem(
  item: VerificationItem,
  { kind, answers }: Pick<Form, 'kind' | 'answers'>,
): unknown {
  switch (item) {
    case 'investor_kind':
      return [answers.investor_kind, answers.ground]
    case 'entity':
      return [kind, answers.entity]
    default:
      return answers[item]
  }
}
