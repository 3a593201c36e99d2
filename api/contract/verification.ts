/** An investor's own verification: what the form holds, its steps and its files. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  evidenceItems,
  investorKinds,
  itemStates,
  onboardingSteps,
  scanStates,
  stepStates,
  taxNumberReasons,
  verificationItems,
  verificationKinds,
  verificationStates,
} from '#shared/enums/verifications'
import { basedOn, Done } from './admin.ts'
import { DecimalIn } from './amounts.ts'
import { get, post, put, remove } from './endpoint.ts'
import {
  CalendarDate,
  Id,
  Line,
  Maybe,
  NAME_MAX,
  Nullable,
  OneOf,
  SUBJECT_MAX,
  Text,
  Timestamp,
} from './schema.ts'

/** Largest file of evidence in bytes. */
export const EVIDENCE_MAX = 20_000_000
export const EVIDENCE_TOO_LARGE = 'The file is too large. At most 20 MB are allowed.'
export const EVIDENCE_WRONG_TYPE = 'Only PDF, JPEG and PNG files are allowed.'
/** Most files of one investor. */
export const EVIDENCE_FILES_MAX = 40
/** Most bytes of one investor. */
export const EVIDENCE_TOTAL_MAX = 200_000_000
/** The same while the email of the account is not confirmed: anyone can make such accounts. */
export const UNCONFIRMED_EVIDENCE = { files: 3, bytes: 10_000_000 } as const
/** Most people of an entity. */
export const PEOPLE_MAX = 20
const FUNDS_MAX = 2000

/** A field that is saved while it is typed: it may be missing or empty, and is checked as a whole when it is submitted. */
const Typed = (length: number = SUBJECT_MAX) => Maybe(Line(length))
const Country = () => Maybe(Line(NAME_MAX, { description: 'ISO 3166-1 code or English name' }))

const Person = Type.Object({
  full_name: Typed(),
  role: Typed(NAME_MAX),
  share_percent: Maybe(
    DecimalIn(
      { name: 'Share', digits: 3, range: 'not negative' },
      {
        description:
          'Share of the entity in percent, with at most two decimals; a decimal string, or a number. All shares together are at most 100 when it is submitted',
        examples: ['25.5'],
      },
    ),
  ),
})

export const DeclarationRef = Type.Object({
  id: Line(60),
  version: Type.Integer({ minimum: 1, maximum: 100_000 }),
})

/** What an investor says. Every field may be left out. */
export const Answers = Type.Object({
  identity: Type.Optional(
    Type.Object({
      full_name: Typed(),
      birth_date: Maybe(CalendarDate()),
      nationality: Country(),
    }),
  ),
  address: Type.Optional(
    Type.Object({
      street: Typed(),
      city: Typed(),
      postal_code: Maybe(Line(32, { description: 'Required where the country has postal codes' })),
      country: Country(),
    }),
  ),
  tax: Type.Optional(
    Type.Object({
      country: Country(),
      number: Typed(NAME_MAX),
      reason: Maybe(OneOf(taxNumberReasons, { description: 'Why there is no number' })),
      explanation: Maybe(Line(SUBJECT_MAX, { description: 'Why no number can be obtained, with `unable`' })),
    }),
  ),
  source_of_funds: Type.Optional(Maybe(Text(FUNDS_MAX))),
  investor_kind: Type.Optional(Maybe(OneOf(investorKinds))),
  ground: Type.Optional(Maybe(Text(FUNDS_MAX))),
  entity: Type.Optional(
    Type.Object({
      name: Typed(),
      registration_number: Typed(NAME_MAX),
      country: Country(),
      people: Type.Optional(
        Type.Array(Person, { maxItems: PEOPLE_MAX, says: `Name at most ${PEOPLE_MAX} people` }),
      ),
    }),
  ),
  declarations: Type.Optional(Type.Array(DeclarationRef, { maxItems: 50 })),
})
export type Answers = Static<typeof Answers>

export const VerificationEdit = Type.Object({
  kind: Type.Optional(OneOf(verificationKinds)),
  ...Answers.properties,
  ...basedOn,
})
export type VerificationEdit = Static<typeof VerificationEdit>

export const EvidenceFile = Type.Object({
  id: Id(),
  item: OneOf(evidenceItems),
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  scanned: OneOf(scanStates),
  created_at: Timestamp(),
})
export type EvidenceFile = Static<typeof EvidenceFile>

/** What can be missing of one item at most: three fields of each person, and the fields of the entity. */
const GAPS_MAX = 3 * PEOPLE_MAX + 10

export const VerificationEntry = Type.Object({
  id: OneOf(verificationItems),
  label: Type.String({ examples: ['Identity'] }),
  state: OneOf(itemStates),
  reason: Type.String({ description: 'Why it is asked again; empty otherwise' }),
  gaps: Type.Array(
    Type.Object({
      path: Type.String({ description: 'The answer, or `/files/` and the item', examples: ['/tax/number'] }),
      message: Type.String({ examples: ['Enter the tax number'] }),
    }),
    { maxItems: GAPS_MAX, description: 'What is missing of it' },
  ),
})
export type VerificationEntry = Static<typeof VerificationEntry>

export const Step = Type.Object({
  id: OneOf(onboardingSteps),
  label: Type.String({ examples: ['Identity'] }),
  state: OneOf(stepStates),
  actor: Nullable(OneOf(['you', 'compliance']), { description: 'Who is to act; null where nobody is' }),
  text: Type.String(),
  action: Nullable(Type.Object({ label: Type.String(), link: Type.String() })),
})
export type Step = Static<typeof Step>

/** A statement that the investor declares; another text has another version. */
export const Declaration = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
})
export type Declaration = Static<typeof Declaration>

/** A ground on which somebody is an investor of a kind; without countries in all of them. */
export const Ground = Type.Object({
  investor_kind: OneOf(investorKinds),
  countries: Type.Array(Type.String()),
  text: Type.String(),
})
export type Ground = Static<typeof Ground>

export const Verification = Type.Object({
  state: OneOf(verificationStates),
  kind: OneOf(verificationKinds),
  items: Type.Array(VerificationEntry),
  answers: Answers,
  files: Type.Array(EvidenceFile),
  reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
  by_hand: Type.Boolean({ description: 'Whether the mark was set without these steps' }),
  verified_until: Nullable(CalendarDate(), { description: 'The last day on which it counts' }),
  can_edit: Type.Boolean({ description: 'Whether answers and files can be changed now' }),
  submitted_at: Nullable(Timestamp()),
  steps: Type.Array(Step),
  is_done: Type.Boolean({ description: 'Whether no step is left' }),
  declarations: Type.Array(Declaration),
  grounds: Type.Array(Ground),
  updated_at: Timestamp(),
})
export type Verification = Static<typeof Verification>

const one = Type.Object({ verification: Verification })

export const verification = {
  read: get('/user/verification', {
    summary: 'The verification of the caller: state, items, answers, files and steps',
    access: 'investor',
    response: one,
  }),
  save: put('/user/verification', {
    summary: 'Saves parts of the form; what is left out stays as it is, lists are replaced',
    access: 'investor',
    csrf: true,
    body: VerificationEdit,
    response: one,
    problems: ['conflict', 'stale_write'],
  }),
  submit: post('/user/verification/submit', {
    summary: 'Submits the form; one detail for each item that is missing',
    access: 'investor',
    csrf: true,
    body: Type.Optional(Type.Object({})),
    response: one,
    problems: ['conflict'],
  }),
  upload: post('/user/verification/files', {
    summary: 'Stores a file of evidence, encrypted; its content decides the type',
    access: 'investor',
    csrf: true,
    status: 201,
    limit: 'evidence',
    idempotent: true,
    body: Type.Object({ item: OneOf(evidenceItems) }),
    upload: { field: 'file', maxFile: EVIDENCE_MAX, tooLarge: EVIDENCE_TOO_LARGE },
    response: Type.Object({ file: EvidenceFile }),
    problems: ['conflict', 'storage_full', 'unavailable'],
  }),
  removeFile: remove('/user/verification/files/:id', {
    summary: 'Removes a file of evidence',
    access: 'investor',
    csrf: true,
    params: Type.Object({ id: Id() }),
    response: Done,
    problems: ['not_found', 'conflict'],
  }),
}
