/** Which items of a verification are complete, and what is missing from the others. */

import type {
  Declaration,
  VerificationAnswers,
  VerificationItemStatus,
} from '#contract/compliance/verification'
import type { ProblemDetail } from '#contract/problem'
import type {
  verificationDecisions,
  verificationFiles,
  verifications,
} from '#db/schema/compliance/verifications'
import { isCountry } from '#shared/countries'
import {
  type AccountHolderType,
  type ItemStatus,
  itemLabels,
  listItems,
  requiresEvidence,
  type VerificationItem,
} from '#shared/enums/verifications'
import { hasPostalCodes } from '#shared/postal-codes'

export type VerificationRow = typeof verifications.$inferSelect
export type DecisionRow = typeof verificationDecisions.$inferSelect
export type FileRow = typeof verificationFiles.$inferSelect

/** What is known of one investor's form. */
export interface VerificationForm {
  kind: AccountHolderType
  answers: VerificationAnswers
  files: readonly Pick<FileRow, 'item'>[]
  declarations: readonly Declaration[]
}

const ADULT_YEARS = 18
const OLDEST_YEARS = 120
const SHARES_MAX = 100

/** The answers in a row; they were validated when they were stored. */
export const getAnswers = ({ answers }: Pick<VerificationRow, 'answers'>): VerificationAnswers =>
  answers as VerificationAnswers

const isFilled = (value: string | undefined): value is string => value !== undefined && value !== ''

/** A gap for each empty field, with a pointer into the form. */
const gapsIn = (fields: Record<string, string | undefined>, path: string, words: Record<string, string>) =>
  Object.entries(words).flatMap(([name, word]) =>
    isFilled(fields[name]) ? [] : [{ path: `${path}/${name}`, message: `Enter ${word}` }],
  )

const gapInCountry = (country: string | undefined, path: string): ProblemDetail[] =>
  isFilled(country) && !isCountry(country) ? [{ path, message: 'Select a country from the list' }] : []

function gapInBirth(day: string | undefined): ProblemDetail[] {
  if (!isFilled(day)) return []
  const path = '/identity/birth_date'
  const now = new Date()
  const years = now.getUTCFullYear() - Number(day.slice(0, 4))
  const isBefore = now.toISOString().slice(5, 10) < day.slice(5)
  const age = years - (isBefore ? 1 : 0)
  if (age < 0) return [{ path, message: 'The date of birth cannot be in the future' }]
  if (age > OLDEST_YEARS)
    return [{ path, message: `The date of birth cannot be more than ${OLDEST_YEARS} years ago` }]
  return age < ADULT_YEARS ? [{ path, message: `Investors must be at least ${ADULT_YEARS} years old` }] : []
}

/** A number and a reason for having none contradict each other. */
const gapInReason = ({ number, reason }: NonNullable<VerificationAnswers['tax']>): ProblemDetail[] =>
  reason && isFilled(number)
    ? [
        {
          path: '/tax/reason',
          message: 'Remove the tax identification number, or the reason for having none',
        },
      ]
    : []

function gapsInPeople({ people = [] }: NonNullable<VerificationAnswers['entity']>): ProblemDetail[] {
  const path = '/entity/people'
  if (people.length === 0)
    return [{ path, message: 'Enter the beneficial owners and controlling persons, with their shares' }]
  const gaps = people.flatMap((person, at) =>
    gapsIn(person as Record<string, string | undefined>, `${path}/${at}`, {
      full_name: `the name of person ${at + 1}`,
      role: `the role of person ${at + 1}`,
      share_percent: `the share of person ${at + 1} (0 if none)`,
    }),
  )
  // In hundredths of a percent, so that the sum is exact.
  const shares = people.reduce(
    (sum, { share_percent }) => sum + Math.round(Number(share_percent || 0) * 100),
    0,
  )
  return shares > SHARES_MAX * 100
    ? [...gaps, { path, message: `The shares total ${shares / 100}%, which exceeds 100%` }]
    : gaps
}

/** What each item needs besides a file. */
const rules: Record<VerificationItem, (form: VerificationForm) => ProblemDetail[]> = {
  identity: ({ answers: { identity = {} } }) => [
    ...gapsIn(identity, '/identity', {
      full_name: 'the full name',
      birth_date: 'the date of birth',
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
      street: 'the street and number',
      city: 'the city',
      ...(hasPostalCodes(address.country ?? '') && { postal_code: 'the postal code' }),
      country: 'the country',
    }),
    ...gapInCountry(address.country, '/address/country'),
  ],
  tax: ({ answers: { tax = {} } }) => [
    ...gapsIn(tax, '/tax', {
      country: 'the country of tax residency',
      ...(!tax.reason && { number: 'the tax identification number, or select why you have none' }),
      ...(tax.reason === 'unable' && { explanation: 'why you cannot obtain a tax identification number' }),
    }),
    ...gapInReason(tax),
    ...gapInCountry(tax.country, '/tax/country'),
  ],
  source_of_funds: ({ answers }) =>
    gapsIn(answers as Record<string, string>, '', { source_of_funds: 'the source of funds' }),
  investor_kind: ({ answers: { investor_kind, ground } }) =>
    gapsIn({ investor_kind, ground }, '', {
      investor_kind: 'the investor classification',
      // Required once the type is chosen, like its field.
      ...(investor_kind && { ground: 'the basis for this classification' }),
    }),
  declarations: ({ answers: { declarations: declared = [] }, declarations }) =>
    declarations
      .filter(({ id, version }) => !declared.some((one) => one.id === id && one.version === version))
      .map(({ title }) => ({ path: '/declarations', message: `Confirm the declaration: ${title}` })),
}

/** What is missing from an item; the file last. */
export function listMissingFields(item: VerificationItem, form: VerificationForm): ProblemDetail[] {
  const gaps = rules[item](form)
  return requiresEvidence(item) && !form.files.some((file) => file.item === item)
    ? [...gaps, { path: `/files/${item}`, message: `Upload a file for: ${itemLabels[item]}` }]
    : gaps
}

/** Whether only files are missing from the form. */
export const isFormComplete = (form: VerificationForm): boolean =>
  listItems(form.kind).every((item) =>
    listMissingFields(item, form).every(({ path }) => path.startsWith('/files/')),
  )

export const isFormAndEvidenceComplete = (form: VerificationForm): boolean =>
  listItems(form.kind).every((item) => listMissingFields(item, form).length === 0)

const stateOf = (
  item: VerificationItem,
  form: VerificationForm,
  decision: DecisionRow | undefined,
): ItemStatus => {
  if (decision) return decision.decision
  return listMissingFields(item, form).length === 0 ? 'complete' : 'missing'
}

/** The items of a form as its owner and compliance see them. */
export const toItemStatuses = (
  form: VerificationForm,
  decisions: readonly DecisionRow[],
): VerificationItemStatus[] =>
  listItems(form.kind).map((item) => {
    const decision = decisions.find((one) => one.item === item)
    return {
      id: item,
      label: itemLabels[item],
      state: stateOf(item, form, decision),
      reason: decision?.decision === 'needs_more' ? decision.reason : '',
      gaps: listMissingFields(item, form),
    }
  })

/** One detail for each item that prevents submission. */
export function listSubmissionBlockers(
  form: VerificationForm,
  decisions: readonly DecisionRow[],
): ProblemDetail[] {
  return listItems(form.kind).flatMap((item) => {
    const gaps = listMissingFields(item, form)
    const [first] = gaps
    if (first) {
      const message = [...new Set(gaps.map((gap) => gap.message))].join('. ')
      return [{ path: `/${item}`, message: `${itemLabels[item]}: ${message}` }]
    }
    const asked = decisions.find(
      (one) => one.item === item && one.decision === 'needs_more' && !one.is_answered,
    )
    return asked
      ? [
          {
            path: `/${item}`,
            message: `${itemLabels[item]}: provide the information requested. ${asked.reason}`,
          },
        ]
      : []
  })
}

/** The part of the answers that belongs to an item. */
export function getItemAnswers(
  item: VerificationItem,
  { kind, answers }: Pick<VerificationForm, 'kind' | 'answers'>,
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
