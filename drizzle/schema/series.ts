/**
 * What stands behind a token, seen as a series: its unit value, the units held for it, its documents and offerings.
 * All but offerings is append-only: a later row takes the place of an earlier one, which stays.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { offeringStates, seriesDocumentKinds } from '#shared/enums/series'
import { admins } from './accounts.ts'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  money,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  SUBJECT,
  updatedAt,
  within,
} from './columns.ts'
import { tokens } from './tokens.ts'

/** Units of a series, to the millionth; strings in JavaScript. */
export const units = () => numeric({ precision: 18, scale: 6 })

/** Units of one series are below 10^12. */
export const UNITS_LIMIT = '1000000000000'

const tokenId = () =>
  integer()
    .notNull()
    .references(() => tokens.id, { onDelete: 'restrict' })

const adminId = () => integer().references(() => admins.id, { onDelete: 'restrict' })

/**
 * Facts about the asset, at most one row a token. A series whose page has a content file says more there. They are no
 * history: they are deleted with a token for which nothing else was entered.
 */
export const series = pgTable('series', {
  token_id: integer()
    .primaryKey()
    .references(() => tokens.id, { onDelete: 'cascade' }),
  commodity: optionalLine(SUBJECT),
  district: optionalLine(SUBJECT),
  country: optionalLine(NAME),
  stage: optionalLine(NAME),
  custodian: optionalLine(SUBJECT),
  /** The asset is invented: a demonstration. Its amounts and documents are marked wherever they are shown. */
  is_illustrative: boolean().notNull().default(false),
  updated_at: updatedAt(),
})

/** An input of a valuation, as it is shown: the value with its unit, its source and the day it is from. */
export interface ValuationInput {
  label: string
  value: string
  unit: string
  source: string
  as_of: string
}

/** Values of one unit in USD. The current one is of the latest day; of one day, the one entered last. */
export const seriesValuations = pgTable(
  'series_valuations',
  {
    id: id(),
    token_id: tokenId(),
    low: money().notNull(),
    preferred: money().notNull(),
    high: money().notNull(),
    as_of: date().notNull(),
    method: line(SUBJECT),
    inputs: jsonb().$type<ValuationInput[]>().notNull(),
    entered_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    index('series_valuations_current').on(t.token_id, newestFirst(t.as_of), newestFirst(t.id)),
    index('series_valuations_of_admin').on(t.entered_by),
    within(t.low, '>= 0', `< ${AMOUNT_LIMIT}`),
    within(t.high, '> 0', `< ${AMOUNT_LIMIT}`),
    check('series_valuations_order', sql`${t.low} <= ${t.preferred} and ${t.preferred} <= ${t.high}`),
    notBlank(t.method),
  ],
)

/**
 * The units of entitlement that a custodian holds for the series, as an auditor counted them on a day. The latest day
 * binds (of one day, the one entered last) through its last day `expires`; an earlier attestation never binds again.
 */
export const seriesAttestations = pgTable(
  'series_attestations',
  {
    id: id(),
    token_id: tokenId(),
    units_held: units().notNull(),
    as_of: date().notNull(),
    expires: date().notNull(),
    auditor: line(SUBJECT),
    /** Generated name of the stored file. */
    filename: line(255),
    original_name: line(255),
    file_size: integer().notNull(),
    sha256: char({ length: 64 }).notNull(),
    entered_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    index('series_attestations_binding').on(t.token_id, newestFirst(t.as_of), newestFirst(t.id)),
    index('series_attestations_of_admin').on(t.entered_by),
    uniqueIndex('series_attestations_filename_unique').on(t.filename),
    within(t.units_held, '>= 0', `< ${UNITS_LIMIT}`),
    within(t.file_size, '> 0', '<= 209715200'),
    check('series_attestations_expires_later', sql`${t.expires} >= ${t.as_of}`),
    notBlank(t.auditor),
  ],
)

/** A document of the series; its content is in its versions. */
export const seriesDocuments = pgTable(
  'series_documents',
  {
    id: id(),
    token_id: tokenId(),
    kind: text({ enum: seriesDocumentKinds }).notNull(),
    title: line(SUBJECT),
    /** An investor opens and acknowledges its current version before subscribing. */
    must_acknowledge: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    index('series_documents_of_token').on(t.token_id, t.id),
    oneOf(t.kind, seriesDocumentKinds),
    notBlank(t.title),
  ],
)

/** The files of a document. The one with the highest number is current. */
export const seriesDocumentVersions = pgTable(
  'series_document_versions',
  {
    id: id(),
    document_id: integer()
      .notNull()
      .references(() => seriesDocuments.id, { onDelete: 'restrict' }),
    version: smallint().notNull(),
    filename: line(255),
    original_name: line(255),
    file_size: integer().notNull(),
    sha256: char({ length: 64 }).notNull(),
    uploaded_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('series_document_versions_number_unique').on(t.document_id, t.version),
    uniqueIndex('series_document_versions_filename_unique').on(t.filename),
    index('series_document_versions_of_admin').on(t.uploaded_by),
    within(t.version, '> 0', '<= 10000'),
    within(t.file_size, '> 0', '<= 209715200'),
    check('series_document_versions_sha256_hex', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Terms on which units of a series can be subscribed for. A series has one at a time that is not closed. */
export const offerings = pgTable(
  'offerings',
  {
    id: id(),
    token_id: tokenId(),
    state: text({ enum: offeringStates }).notNull().default('draft'),
    /** Between the two an open offering takes subscriptions. */
    opens_at: instant().notNull(),
    closes_at: instant().notNull(),
    unit_price: money().notNull(),
    /** Least amount of one subscription. */
    minimum: money().notNull(),
    /** Greatest amount of one investor, over open and allotted subscriptions. */
    maximum: money().notNull(),
    cap_units: units().notNull(),
    /** ISO 3166-1 alpha-2 codes of the countries whose investors may subscribe; empty for all. */
    countries: text().array().notNull().default([]),
    /** Days in which an approved subscription is to be paid. */
    payment_days: smallint().notNull().default(10),
    terms: optionalLine(LONG_TEXT),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('offerings_one_not_closed').on(t.token_id).where(sql`${t.state} <> 'closed'`),
    index('offerings_of_token').on(t.token_id, newestFirst(t.id)),
    oneOf(t.state, offeringStates),
    check('offerings_closes_later', sql`${t.closes_at} > ${t.opens_at}`),
    within(t.unit_price, '> 0', `< ${AMOUNT_LIMIT}`),
    within(t.minimum, '> 0', `< ${AMOUNT_LIMIT}`),
    within(t.maximum, '> 0', `< ${AMOUNT_LIMIT}`),
    check('offerings_maximum_above_minimum', sql`${t.maximum} >= ${t.minimum}`),
    within(t.cap_units, '> 0', `< ${UNITS_LIMIT}`),
    within(t.payment_days, '> 0', '<= 90'),
  ],
)
