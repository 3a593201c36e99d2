/** An investor's own verification: the form's fields, its steps and its files. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Success, versionGuard } from '#contract/admin-endpoint'
import { DecimalField } from '#contract/amount-schema'
import { get, post, put, remove } from '#contract/endpoint'
import {
  CalendarDate,
  Id,
  MultilineText,
  NAME_MAX,
  Nullable,
  OptionalOrEmpty,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import {
  accountHolderTypes,
  evidenceItems,
  investorClassifications,
  itemStatuses,
  onboardingStepStatuses,
  onboardingSteps,
  scanStatuses,
  taxNumberReasons,
  verificationItems,
  verificationStatuses,
} from '#shared/enums/verifications'

/** Maximum size of an evidence file in bytes. */
export const EVIDENCE_BYTES_MAX = 20_000_000
export const EVIDENCE_TOO_LARGE = 'The file is too large. The maximum size is 20 MB.'
export const EVIDENCE_WRONG_TYPE = 'Only PDF, JPEG and PNG files are allowed.'
/** Maximum files of one investor. */
export const EVIDENCE_FILES_MAX = 40
/** Maximum total bytes of one investor. */
export const EVIDENCE_TOTAL_MAX = 200_000_000
/** The same while the account's email is not confirmed: anyone can create such accounts. */
export const UNCONFIRMED_EVIDENCE = { files: 3, bytes: 10_000_000 } as const
/** Maximum people of an entity. */
export const BENEFICIAL_OWNERS_MAX = 20
const FUNDS_MAX = 2000

/** A field saved while it is typed: it may be missing or empty, and the form is checked as a whole on submission. */
const Typed = (length: number = SUBJECT_MAX) => OptionalOrEmpty(SingleLineText(length))
const Country = () =>
  OptionalOrEmpty(SingleLineText(NAME_MAX, { description: 'ISO 3166-1 code or English name' }))

const Person = Type.Object({
  full_name: Typed(),
  role: Typed(NAME_MAX),
  share_percent: OptionalOrEmpty(
    DecimalField(
      { name: 'Share', digits: 3, range: 'not negative' },
      {
        description:
          'Share of the entity in percent, from 0 to 100, up to two decimals; a decimal string, or a number. All shares together cannot exceed 100 on submission',
        pattern: '^(?:100(?:\\.0{1,2})?|[1-9]?\\d(?:\\.\\d{1,2})?)$',
        errorMessage: 'Ownership must be a number between 0 and 100, with up to two decimal places',
        examples: ['25.5'],
      },
    ),
  ),
})

export const DeclarationReference = Type.Object({
  id: SingleLineText(60),
  version: Type.Integer({ minimum: 1, maximum: 100_000 }),
})

/** The investor's answers. Every field may be omitted. */
export const VerificationAnswers = Type.Object({
  identity: Type.Optional(
    Type.Object({
      full_name: Typed(),
      birth_date: OptionalOrEmpty(CalendarDate()),
      nationality: Country(),
    }),
  ),
  address: Type.Optional(
    Type.Object({
      street: Typed(),
      city: Typed(),
      postal_code: OptionalOrEmpty(
        SingleLineText(32, { description: 'Required where the country has postal codes' }),
      ),
      country: Country(),
    }),
  ),
  tax: Type.Optional(
    Type.Object({
      country: Country(),
      number: Typed(NAME_MAX),
      reason: OptionalOrEmpty(StringEnum(taxNumberReasons, { description: 'Reason for having no number' })),
      explanation: OptionalOrEmpty(
        SingleLineText(SUBJECT_MAX, { description: 'Why no number can be obtained; required with `unable`' }),
      ),
    }),
  ),
  source_of_funds: Type.Optional(OptionalOrEmpty(MultilineText(FUNDS_MAX))),
  investor_kind: Type.Optional(OptionalOrEmpty(StringEnum(investorClassifications))),
  ground: Type.Optional(OptionalOrEmpty(MultilineText(FUNDS_MAX))),
  entity: Type.Optional(
    Type.Object({
      name: Typed(),
      registration_number: Typed(NAME_MAX),
      country: Country(),
      people: Type.Optional(
        Type.Array(Person, {
          maxItems: BENEFICIAL_OWNERS_MAX,
          errorMessage: `Enter up to ${BENEFICIAL_OWNERS_MAX} people`,
        }),
      ),
    }),
  ),
  declarations: Type.Optional(Type.Array(DeclarationReference, { maxItems: 50 })),
})
export type VerificationAnswers = Static<typeof VerificationAnswers>

export const VerificationEdit = Type.Object({
  kind: Type.Optional(StringEnum(accountHolderTypes)),
  ...VerificationAnswers.properties,
  ...versionGuard,
})
export type VerificationEdit = Static<typeof VerificationEdit>

export const EvidenceFile = Type.Object({
  id: Id(),
  item: StringEnum(evidenceItems),
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  scanned: StringEnum(scanStatuses),
  created_at: Timestamp(),
})
export type EvidenceFile = Static<typeof EvidenceFile>

/** Maximum missing fields of one item: three per person, plus the fields of the entity. */
const GAPS_MAX = 3 * BENEFICIAL_OWNERS_MAX + 10

export const VerificationItemStatus = Type.Object({
  id: StringEnum(verificationItems),
  label: Type.String({ examples: ['Identity'] }),
  state: StringEnum(itemStatuses),
  reason: Type.String({ description: 'Reason for requesting more information; otherwise empty' }),
  gaps: Type.Array(
    Type.Object({
      path: Type.String({
        description: 'Path of the answer, or `/files/` plus the item',
        examples: ['/tax/number'],
      }),
      message: Type.String({ examples: ['Enter the tax identification number'] }),
    }),
    { maxItems: GAPS_MAX, description: 'Missing information' },
  ),
})
export type VerificationItemStatus = Static<typeof VerificationItemStatus>

export const OnboardingStep = Type.Object({
  id: StringEnum(onboardingSteps),
  label: Type.String({ examples: ['Identity'] }),
  state: StringEnum(onboardingStepStatuses),
  actor: Nullable(StringEnum(['you', 'compliance']), { description: 'Who must act next; null if no one' }),
  text: Type.String(),
  action: Nullable(Type.Object({ label: Type.String(), link: Type.String() })),
})
export type OnboardingStep = Static<typeof OnboardingStep>

/** A declaration made by the investor; a new wording gets a new version. */
export const Declaration = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
})
export type Declaration = Static<typeof Declaration>

/** A basis for an investor classification; without countries it applies in all of them. */
export const ClassificationBasis = Type.Object({
  investor_kind: StringEnum(investorClassifications),
  countries: Type.Array(Type.String()),
  text: Type.String(),
})
export type ClassificationBasis = Static<typeof ClassificationBasis>

export const Verification = Type.Object({
  state: StringEnum(verificationStatuses),
  kind: StringEnum(accountHolderTypes),
  items: Type.Array(VerificationItemStatus),
  answers: VerificationAnswers,
  files: Type.Array(EvidenceFile),
  reason: Type.String({ description: 'Reason for rejection; otherwise empty' }),
  by_hand: Type.Boolean({ description: 'Whether the investor was verified manually' }),
  verified_until: Nullable(CalendarDate(), { description: 'Last day of validity' }),
  can_edit: Type.Boolean({ description: 'Whether answers and files can currently be edited' }),
  submitted_at: Nullable(Timestamp()),
  steps: Type.Array(OnboardingStep),
  is_done: Type.Boolean({ description: 'Whether all steps are complete' }),
  declarations: Type.Array(Declaration),
  grounds: Type.Array(ClassificationBasis),
  updated_at: Timestamp(),
})
export type Verification = Static<typeof Verification>

const one = Type.Object({ verification: Verification })

export const verification = {
  get: get('/user/verification', {
    summary: 'Retrieve the verification of the caller: status, items, answers, files and steps',
    access: 'investor',
    response: one,
  }),
  save: put('/user/verification', {
    summary: 'Save part of the form; omitted fields are unchanged, lists are replaced',
    access: 'investor',
    csrf: true,
    body: VerificationEdit,
    response: one,
    problems: ['conflict', 'stale_write'],
  }),
  submit: post('/user/verification/submit', {
    summary: 'Submit the form; missing items are returned as details',
    access: 'investor',
    csrf: true,
    body: Type.Optional(Type.Object({})),
    response: one,
    problems: ['conflict'],
  }),
  upload: post('/user/verification/files', {
    summary: 'Upload an evidence file (stored encrypted); the type is detected from its content',
    access: 'investor',
    csrf: true,
    status: 201,
    limit: 'evidence',
    idempotent: true,
    body: Type.Object({ item: StringEnum(evidenceItems) }),
    upload: { field: 'file', maxFile: EVIDENCE_BYTES_MAX, tooLarge: EVIDENCE_TOO_LARGE },
    response: Type.Object({ file: EvidenceFile }),
    problems: ['conflict', 'storage_full', 'unavailable'],
  }),
  removeFile: remove('/user/verification/files/:id', {
    summary: 'Delete an evidence file',
    access: 'investor',
    csrf: true,
    params: Type.Object({ id: Id() }),
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
}
