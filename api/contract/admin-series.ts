/** Series as administrators keep them. What is entered is added to: an earlier version is never overwritten. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { offeringStates, seriesDocumentKinds } from '#shared/enums/series'
import { adm, basedOn, Done, EditOf } from './admin.ts'
import { AmountIn, DecimalIn } from './amounts.ts'
import { get, post, put, remove } from './endpoint.ts'
import {
  CalendarDate,
  DayOrInstant,
  Id,
  Line,
  NAME_MAX,
  Nullable,
  OneOf,
  SUBJECT_MAX,
  Text,
  Timestamp,
} from './schema.ts'
import {
  Attestation,
  bySymbol,
  IsIllustrative,
  Offering,
  SeriesDocument,
  SeriesFigures,
  Sha256,
  Units,
  Valuation,
  ValuationInput,
} from './series.ts'
import { Token } from './tokens.ts'
import { withReason } from './two-pairs.ts'

export const SERIES_FILE_MAX = 200 * 1024 * 1024
export const SERIES_FILE_TOO_LARGE = 'File size too large. Maximum 200MB allowed'
export const SERIES_FILE_WRONG_TYPE = 'Only complete PDF files are allowed'
/** Most inputs of a valuation. */
const INPUTS_MAX = 40
/** ISO 3166-1 has 249, and Kosovo. */
const COUNTRIES_MAX = 250

const fact = (max: number) => Type.Optional(Line(max, { minLength: 0 }))
export const SeriesFacts = Type.Object({
  commodity: fact(SUBJECT_MAX),
  district: fact(SUBJECT_MAX),
  country: fact(NAME_MAX),
  stage: fact(NAME_MAX),
  custodian: fact(SUBJECT_MAX),
  is_illustrative: Type.Optional(IsIllustrative()),
})

export const AdminOffering = Type.Object({
  ...Offering.properties,
  stored_state: OneOf(offeringStates, { description: 'As set, whatever the time' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminOffering = Static<typeof AdminOffering>

export const AdminAttestation = Type.Object({
  id: Id(),
  units_held: Units(),
  ...Attestation.properties,
  file_size: Type.Integer(),
  is_binding: Type.Boolean({ description: 'The latest day, and not expired' }),
  created_at: Timestamp(),
})
export type AdminAttestation = Static<typeof AdminAttestation>

export const AdminSeriesDocument = Type.Object({
  ...SeriesDocument.properties,
  document_id: Id(),
  versions: Type.Array(
    Type.Object({
      id: Id(),
      version: Type.Integer(),
      sha256: Sha256(),
      size: Type.Integer(),
      url: Type.String(),
      original_name: Type.String(),
      created_at: Timestamp(),
    }),
    { description: 'Latest first' },
  ),
})
export type AdminSeriesDocument = Static<typeof AdminSeriesDocument>

/** A version that a change replaced. */
export const EarlierVersion = Type.Object({
  /** Of the audit log. */
  entry: Id(),
  of: OneOf(['offering', 'facts', 'document'] as const),
  id: Type.Integer({ description: 'Of the offering, the token or the document' }),
  title: Type.String({ examples: ['Offering 3'] }),
  from: Type.Union([Timestamp(), Type.Null()], { description: 'Null of the first facts' }),
  until: Timestamp(),
  by: Type.String({ description: 'The administrator who replaced it' }),
  before: Type.Unknown({ description: 'The version, complete' }),
  after: Type.Unknown({ description: 'What replaced it' }),
})
export type EarlierVersion = Static<typeof EarlierVersion>

export const AdminSeries = Type.Object({
  token: Token,
  facts: Type.Object({
    commodity: Type.String(),
    district: Type.String(),
    country: Type.String(),
    stage: Type.String(),
    custodian: Type.String(),
    is_illustrative: IsIllustrative(),
    updated_at: Type.Union([Timestamp(), Type.Null()]),
  }),
  series: SeriesFigures,
  offerings: Type.Array(AdminOffering, { description: 'Newest first' }),
  valuations: Type.Array(Valuation, { description: 'Latest day first' }),
  attestations: Type.Array(AdminAttestation, { description: 'Latest day first' }),
  documents: Type.Array(AdminSeriesDocument),
  earlier_versions: Type.Array(EarlierVersion, {
    description: 'Of offerings, facts and documents, as the audit log keeps them; the newest 100',
  }),
})
export type AdminSeries = Static<typeof AdminSeries>

const units = (name: string) => DecimalIn({ name, digits: 12, decimals: 6, range: 'positive' })

export const OfferingBody = Type.Object({
  state: OneOf(offeringStates, { default: 'draft' }),
  opens_at: DayOrInstant(),
  closes_at: DayOrInstant(),
  unit_price: AmountIn('The unit price', 'positive'),
  minimum: AmountIn('The minimum', 'positive'),
  maximum: AmountIn('The maximum', 'positive'),
  cap_units: units('The cap'),
  countries: Type.Array(
    Type.String({ pattern: '^[A-Z]{2}$', says: 'Enter country codes of two capital letters, such as CH' }),
    { maxItems: COUNTRIES_MAX, uniqueItems: true, default: [] },
  ),
  payment_days: Type.Integer({ minimum: 1, maximum: 90, default: 10 }),
  terms: Text(5000, { minLength: 0, default: '' }),
})
export type OfferingBody = Static<typeof OfferingBody>

/** All fields of a draft can be changed; of an offering that was open, its state, its last time and its terms. */
export const OfferingEdit = EditOf(OfferingBody)
export type OfferingEdit = Static<typeof OfferingEdit>

const Month = () => Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-10'] })

export const ValuationBody = Type.Object({
  low: AmountIn('The low value', 'not negative'),
  preferred: AmountIn('The preferred value', 'not negative'),
  high: AmountIn('The high value', 'positive'),
  as_of: CalendarDate(),
  method: Line(SUBJECT_MAX),
  inputs: Type.Array(ValuationInput, { maxItems: INPUTS_MAX, default: [] }),
})
export type ValuationBody = Static<typeof ValuationBody>

export const AttestationBody = Type.Object({
  units_held: DecimalIn({ name: 'The units held', digits: 12, decimals: 6, range: 'not negative' }),
  as_of: CalendarDate(),
  expires: CalendarDate(),
  auditor: Line(SUBJECT_MAX),
})
export type AttestationBody = Static<typeof AttestationBody>

export const SeriesDocumentBody = Type.Object({
  kind: OneOf(seriesDocumentKinds),
  title: Line(SUBJECT_MAX),
  must_acknowledge: OneOf(['true', 'false'], { default: 'false' }),
})
export type SeriesDocumentBody = Static<typeof SeriesDocumentBody>

const upload = { field: 'file', maxFile: SERIES_FILE_MAX, tooLarge: SERIES_FILE_TOO_LARGE }
/** An offering that opens at a price more than 20% away from the unit value. */
const farFromValue = { fields: ['price_deviation'] } as const
const oneDocument = Type.Object({ document: AdminSeriesDocument })

export const adminSeries = {
  read: get(adm('/series/:symbol'), {
    summary: 'A series with all versions of what was entered for it, drafts included',
    access: 'admin:read',
    params: bySymbol,
    response: AdminSeries,
  }),
  update: put(adm('/series/:symbol'), {
    summary: 'Changes the facts of a series that its page shows',
    access: 'admin:money',
    params: bySymbol,
    body: Type.Object({ ...SeriesFacts.properties, ...basedOn }),
    response: AdminSeries,
    problems: ['stale_write'],
  }),
  addOffering: post(adm('/series/:symbol/offerings'), {
    summary: 'Adds an offering; a series has one at a time that is not closed',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: bySymbol,
    body: withReason(OfferingBody),
    twoPairs: farFromValue,
    response: Type.Object({ offering: AdminOffering }),
    problems: ['conflict'],
  }),
  updateOffering: put(adm('/offerings/:id'), {
    summary: 'Changes an offering: a draft as a whole, otherwise its state, its last time and its terms',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: withReason(OfferingEdit),
    twoPairs: farFromValue,
    response: Type.Object({ offering: AdminOffering }),
    problems: ['conflict', 'stale_write'],
  }),
  discardOffering: remove(adm('/offerings/:id'), {
    summary: 'Deletes a draft, which no investor has seen',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    response: Done,
    problems: ['conflict'],
  }),
  addValuation: post(adm('/series/:symbol/valuations'), {
    summary: 'Adds a value of one unit; that of the latest day is current',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: bySymbol,
    body: withReason(ValuationBody),
    twoPairs: {},
    response: Type.Object({
      valuation: Valuation,
      issued_statements: Nullable(Type.Object({ from: Month(), through: Month() }), {
        description:
          'Past months whose figures it changes: their statements may have been issued with the earlier value',
      }),
    }),
  }),
  addAttestation: post(adm('/series/:symbol/attestations'), {
    summary: 'Adds an attestation of the units held; that of the latest day binds',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: bySymbol,
    body: withReason(AttestationBody),
    twoPairs: {},
    upload,
    response: Type.Object({ attestation: AdminAttestation }),
    problems: ['storage_full'],
  }),
  addDocument: post(adm('/series/:symbol/documents'), {
    summary: 'Adds a document of a series with its first version',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: bySymbol,
    body: SeriesDocumentBody,
    upload,
    response: oneDocument,
    problems: ['storage_full'],
  }),
  updateDocument: put(adm('/series-documents/:id'), {
    summary: 'Changes whether a document must be acknowledged in later subscriptions',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: Type.Object({ must_acknowledge: Type.Boolean() }),
    response: oneDocument,
  }),
  addVersion: post(adm('/series-documents/:id/versions'), {
    summary: 'Adds a version of a document, which becomes the current one',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: Type.Object({ id: Id() }),
    body: Type.Object({}),
    upload,
    response: oneDocument,
    problems: ['storage_full'],
  }),
}
