/**
 * A token as a series: its unit value, the units in custody, its documents and offerings. Everything except offerings
 * is append-only: a later row supersedes an earlier one, which stays.
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
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { offeringStatuses, seriesDocumentTypes } from '#shared/enums/series'
import { tokens } from './tokens.ts'

/** Units of a series, to the millionth; strings in JavaScript. */
export const unitsColumn = () => numeric({ precision: 18, scale: 6 })

/** Units of one series are below 10^12. */
export const UNITS_LIMIT = '1000000000000'

const tokenId = () =>
  integer()
    .notNull()
    .references(() => tokens.id, { onDelete: 'restrict' })

const adminId = () => integer().references(() => admins.id, { onDelete: 'restrict' })

/**
 * Facts about the asset, at most one row per token. A series with a content file has more on its page. Facts have no
 * history: they are deleted with a token that has no other records.
 */
export const series = pgTable('series', {
  token_id: integer()
    .primaryKey()
    .references(() => tokens.id, { onDelete: 'cascade' }),
  commodity: optionalText(SUBJECT_LENGTH),
  district: optionalText(SUBJECT_LENGTH),
  country: optionalText(NAME_LENGTH),
  stage: optionalText(NAME_LENGTH),
  custodian: optionalText(SUBJECT_LENGTH),
  /** The asset is fictional: a demonstration. Its amounts and documents are marked wherever they are shown. */
  is_illustrative: boolean().notNull().default(false),
  updated_at: updatedAt(),
})

/** A valuation input as shown: the value with its unit, its source and its date. */
export interface ValuationInput {
  label: string
  value: string
  unit: string
  source: string
  as_of: string
}

/** Values of one unit in USD. The current one has the latest date, or was entered last among those of that date. */
export const seriesValuations = pgTable(
  'series_valuations',
  {
    id: id(),
    token_id: tokenId(),
    low: moneyColumn().notNull(),
    preferred: moneyColumn().notNull(),
    high: moneyColumn().notNull(),
    as_of: date().notNull(),
    method: requiredText(SUBJECT_LENGTH),
    inputs: jsonb().$type<ValuationInput[]>().notNull(),
    entered_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    index('series_valuations_current').on(t.token_id, newestFirst(t.as_of), newestFirst(t.id)),
    index('series_valuations_of_admin').on(t.entered_by),
    isInRangeCheck(t.low, '>= 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.high, '> 0', `< ${AMOUNT_LIMIT}`),
    check('series_valuations_order', sql`${t.low} <= ${t.preferred} and ${t.preferred} <= ${t.high}`),
    isNotBlankCheck(t.method),
  ],
)

/**
 * The units of entitlement in custody for the series, as counted by an auditor on a day. The one with the latest date
 * (entered last, among those of that date) is in force through its last day `expires`; an earlier attestation is never
 * in force again.
 */
export const seriesAttestations = pgTable(
  'series_attestations',
  {
    id: id(),
    token_id: tokenId(),
    units_held: unitsColumn().notNull(),
    as_of: date().notNull(),
    expires: date().notNull(),
    auditor: requiredText(SUBJECT_LENGTH),
    /** Generated name of the stored file. */
    filename: requiredText(255),
    original_name: requiredText(255),
    file_size: integer().notNull(),
    sha256: char({ length: 64 }).notNull(),
    entered_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    index('series_attestations_binding').on(t.token_id, newestFirst(t.as_of), newestFirst(t.id)),
    index('series_attestations_of_admin').on(t.entered_by),
    uniqueIndex('series_attestations_filename_unique').on(t.filename),
    isInRangeCheck(t.units_held, '>= 0', `< ${UNITS_LIMIT}`),
    isInRangeCheck(t.file_size, '> 0', '<= 209715200'),
    check('series_attestations_expires_later', sql`${t.expires} >= ${t.as_of}`),
    isNotBlankCheck(t.auditor),
  ],
)

/** A document of the series; its content is in its versions. */
export const seriesDocuments = pgTable(
  'series_documents',
  {
    id: id(),
    token_id: tokenId(),
    kind: text({ enum: seriesDocumentTypes }).notNull(),
    title: requiredText(SUBJECT_LENGTH),
    /** An investor opens and acknowledges its current version before subscribing. */
    must_acknowledge: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    index('series_documents_of_token').on(t.token_id, t.id),
    isOneOfCheck(t.kind, seriesDocumentTypes),
    isNotBlankCheck(t.title),
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
    filename: requiredText(255),
    original_name: requiredText(255),
    file_size: integer().notNull(),
    sha256: char({ length: 64 }).notNull(),
    uploaded_by: adminId(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('series_document_versions_number_unique').on(t.document_id, t.version),
    uniqueIndex('series_document_versions_filename_unique').on(t.filename),
    index('series_document_versions_of_admin').on(t.uploaded_by),
    isInRangeCheck(t.version, '> 0', '<= 10000'),
    isInRangeCheck(t.file_size, '> 0', '<= 209715200'),
    check('series_document_versions_sha256_hex', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Terms for subscribing to units of a series. A series has at most one offering at a time that is not closed. */
export const offerings = pgTable(
  'offerings',
  {
    id: id(),
    token_id: tokenId(),
    state: text({ enum: offeringStatuses }).notNull().default('draft'),
    /** Between the two, an open offering accepts subscriptions. */
    opens_at: timestampColumn().notNull(),
    closes_at: timestampColumn().notNull(),
    unit_price: moneyColumn().notNull(),
    /** Minimum amount of one subscription. */
    minimum: moneyColumn().notNull(),
    /** Maximum amount per investor, across open and allotted subscriptions. */
    maximum: moneyColumn().notNull(),
    cap_units: unitsColumn().notNull(),
    /** ISO 3166-1 alpha-2 codes of the countries whose investors may subscribe; empty for all. */
    countries: text().array().notNull().default([]),
    /** Payment period of an approved subscription in days. */
    payment_days: smallint().notNull().default(10),
    terms: optionalText(LONG_TEXT_LENGTH),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('offerings_one_not_closed').on(t.token_id).where(sql`${t.state} <> 'closed'`),
    index('offerings_of_token').on(t.token_id, newestFirst(t.id)),
    isOneOfCheck(t.state, offeringStatuses),
    check('offerings_closes_later', sql`${t.closes_at} > ${t.opens_at}`),
    isInRangeCheck(t.unit_price, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.minimum, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.maximum, '> 0', `< ${AMOUNT_LIMIT}`),
    check('offerings_maximum_above_minimum', sql`${t.maximum} >= ${t.minimum}`),
    isInRangeCheck(t.cap_units, '> 0', `< ${UNITS_LIMIT}`),
    isInRangeCheck(t.payment_days, '> 0', '<= 90'),
  ],
)
