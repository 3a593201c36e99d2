/** Series as administrators maintain them. Records are append-only: an earlier version is never overwritten. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, EditBody, Success, versionGuard } from '#contract/admin-endpoint'
import { AmountField, DecimalField } from '#contract/amount-schema'
import { withApprovalReason } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import {
  CalendarDate,
  DateOrTimestamp,
  Id,
  MultilineText,
  NAME_MAX,
  Nullable,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import { offeringStatuses, seriesDocumentTypes } from '#shared/enums/series'
import {
  Attestation,
  IsIllustrative,
  Offering,
  SeriesDocument,
  SeriesFigures,
  Sha256,
  SymbolParams,
  Units,
  Valuation,
  ValuationInput,
} from './series.ts'
import { Token } from './tokens.ts'

export const SERIES_FILE_BYTES_MAX = 200 * 1024 * 1024
export const SERIES_FILE_TOO_LARGE = 'File size too large. Maximum 200MB allowed'
export const SERIES_FILE_WRONG_TYPE = 'Only complete PDF files are allowed'
/** Maximum inputs of a valuation. */
const INPUTS_MAX = 40
/** ISO 3166-1 has 249, plus Kosovo. */
const COUNTRIES_MAX = 250

const fact = (max: number) => Type.Optional(SingleLineText(max, { minLength: 0 }))
export const SeriesKeyFacts = Type.Object({
  commodity: fact(SUBJECT_MAX),
  district: fact(SUBJECT_MAX),
  country: fact(NAME_MAX),
  stage: fact(NAME_MAX),
  custodian: fact(SUBJECT_MAX),
  is_illustrative: Type.Optional(IsIllustrative()),
})

export const AdminOffering = Type.Object({
  ...Offering.properties,
  stored_state: StringEnum(offeringStatuses, { description: 'Status as set, regardless of dates' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminOffering = Static<typeof AdminOffering>

export const AdminAttestation = Type.Object({
  id: Id(),
  units_held: Units(),
  ...Attestation.properties,
  file_size: Type.Integer(),
  is_binding: Type.Boolean({ description: 'Whether in force: the most recent attestation and not expired' }),
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

/** A version that was replaced by a change. */
export const PreviousVersion = Type.Object({
  /** From the audit log. */
  entry: Id(),
  of: StringEnum(['offering', 'facts', 'document'] as const),
  id: Type.Integer({ description: 'Id of the offering, token or document' }),
  title: Type.String({ examples: ['Offering 3'] }),
  from: Type.Union([Timestamp(), Type.Null()], {
    description: 'Null for the first version of the key facts',
  }),
  until: Timestamp(),
  by: Type.String({ description: 'Administrator who made the change' }),
  before: Type.Unknown({ description: 'Previous version' }),
  after: Type.Unknown({ description: 'New version' }),
})
export type PreviousVersion = Static<typeof PreviousVersion>

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
  valuations: Type.Array(Valuation, { description: 'Most recent first' }),
  attestations: Type.Array(AdminAttestation, { description: 'Most recent first' }),
  documents: Type.Array(AdminSeriesDocument),
  earlier_versions: Type.Array(PreviousVersion, {
    description: 'Latest 100 changes to offerings, key facts and documents, from the audit log',
  }),
})
export type AdminSeries = Static<typeof AdminSeries>

const units = (name: string) => DecimalField({ name, digits: 12, decimals: 6, range: 'positive' })

export const OfferingBody = Type.Object({
  state: StringEnum(offeringStatuses, { default: 'draft' }),
  opens_at: DateOrTimestamp(),
  closes_at: DateOrTimestamp(),
  unit_price: AmountField('The unit price', 'positive'),
  minimum: AmountField('The minimum', 'positive'),
  maximum: AmountField('The maximum', 'positive'),
  cap_units: units('The number of units offered'),
  countries: Type.Array(
    Type.String({
      pattern: '^[A-Z]{2}$',
      errorMessage: 'Enter two-letter country codes in capitals, for example CH',
    }),
    { maxItems: COUNTRIES_MAX, uniqueItems: true, default: [] },
  ),
  payment_days: Type.Integer({ minimum: 1, maximum: 90, default: 10 }),
  terms: MultilineText(5000, { minLength: 0, default: '' }),
})
export type OfferingBody = Static<typeof OfferingBody>

/** All fields of a draft can be changed; once an offering was open, only its state, closing time and terms. */
export const OfferingEdit = EditBody(OfferingBody)
export type OfferingEdit = Static<typeof OfferingEdit>

const Month = () => Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-10'] })

export const ValuationBody = Type.Object({
  low: AmountField('The low value', 'not negative'),
  preferred: AmountField('The preferred value', 'not negative'),
  high: AmountField('The high value', 'positive'),
  as_of: CalendarDate(),
  method: SingleLineText(SUBJECT_MAX),
  inputs: Type.Array(ValuationInput, { maxItems: INPUTS_MAX, default: [] }),
})
export type ValuationBody = Static<typeof ValuationBody>

export const AttestationBody = Type.Object({
  units_held: DecimalField({ name: 'The units in custody', digits: 12, decimals: 6, range: 'not negative' }),
  as_of: CalendarDate(),
  expires: CalendarDate(),
  auditor: SingleLineText(SUBJECT_MAX),
})
export type AttestationBody = Static<typeof AttestationBody>

export const SeriesDocumentBody = Type.Object({
  kind: StringEnum(seriesDocumentTypes),
  title: SingleLineText(SUBJECT_MAX),
  must_acknowledge: StringEnum(['true', 'false'], { default: 'false' }),
})
export type SeriesDocumentBody = Static<typeof SeriesDocumentBody>

const upload = { field: 'file', maxFile: SERIES_FILE_BYTES_MAX, tooLarge: SERIES_FILE_TOO_LARGE }
/**
 * An offering that opens, for the first time or again, or closes for good; and another closing time or text once
 * investors have seen it.
 */
const offeringRule = {
  fields: ['opens', 'reopened', 'closes', 'closing_moved', 'terms_replaced'],
} as const
/** Key facts of a series that is shown, has been offered or has units in issue. */
const publishedRule = { fields: [] } as const
const oneDocument = Type.Object({ document: AdminSeriesDocument })

export const adminSeries = {
  get: get(adminPath('/series/:symbol'), {
    summary: 'Retrieve a series with all versions and drafts',
    access: 'admin:read',
    params: SymbolParams,
    response: AdminSeries,
  }),
  update: put(adminPath('/series/:symbol'), {
    summary: 'Update the key facts shown on the series page',
    access: 'admin:money',
    params: SymbolParams,
    body: withApprovalReason(Type.Object({ ...SeriesKeyFacts.properties, ...versionGuard })),
    approvalRule: publishedRule,
    response: AdminSeries,
    problems: ['stale_write'],
  }),
  addOffering: post(adminPath('/series/:symbol/offerings'), {
    summary: 'Add an offering; only one can be active at a time',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: SymbolParams,
    body: withApprovalReason(OfferingBody),
    approvalRule: offeringRule,
    response: Type.Object({ offering: AdminOffering }),
    problems: ['conflict'],
  }),
  updateOffering: put(adminPath('/offerings/:id'), {
    summary: 'Update an offering: all fields of a draft; otherwise only state, closing date and terms',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: withApprovalReason(OfferingEdit),
    approvalRule: offeringRule,
    response: Type.Object({ offering: AdminOffering }),
    problems: ['conflict', 'stale_write'],
  }),
  deleteDraftOffering: remove(adminPath('/offerings/:id'), {
    summary: 'Delete a draft offering',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    response: Success,
    problems: ['conflict'],
  }),
  addValuation: post(adminPath('/series/:symbol/valuations'), {
    summary: 'Add a valuation per unit; the most recent is current',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: SymbolParams,
    body: withApprovalReason(ValuationBody),
    approvalRule: {},
    response: Type.Object({
      valuation: Valuation,
      issued_statements: Nullable(Type.Object({ from: Month(), through: Month() }), {
        description:
          'Past months whose figures change; statements for them may have been issued with the earlier value',
      }),
    }),
  }),
  addAttestation: post(adminPath('/series/:symbol/attestations'), {
    summary: 'Add a custody attestation; the most recent is in force',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: SymbolParams,
    body: withApprovalReason(AttestationBody),
    approvalRule: {},
    upload,
    response: Type.Object({ attestation: AdminAttestation }),
    problems: ['storage_full'],
  }),
  addDocument: post(adminPath('/series/:symbol/documents'), {
    summary: 'Add a series document',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: SymbolParams,
    body: withApprovalReason(SeriesDocumentBody),
    approvalRule: {},
    upload,
    response: oneDocument,
    problems: ['storage_full'],
  }),
  updateDocument: put(adminPath('/series-documents/:id'), {
    summary: 'Change whether a document must be acknowledged for new subscriptions',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: withApprovalReason(Type.Object({ must_acknowledge: Type.Boolean() })),
    approvalRule: {},
    response: oneDocument,
  }),
  addDocumentVersion: post(adminPath('/series-documents/:id/versions'), {
    summary: 'Add a document version, which becomes current',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: Type.Object({ id: Id() }),
    body: withApprovalReason(Type.Object({})),
    approvalRule: {},
    upload,
    response: oneDocument,
    problems: ['storage_full'],
  }),
}
