/** A series: the asset behind a token, in figures. Units are strings with six decimals, money with two. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount } from '#contract/amount-schema'
import { get } from '#contract/endpoint'
import { Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { offeringStatuses, seriesDocumentTypes } from '#shared/enums/series'
import { TOKEN_SYMBOL_MAX, Token } from './tokens.ts'

/** Units of a series. */
export const Units = () => Type.String({ pattern: '^-?\\d+\\.\\d{6}$', examples: ['125.500000'] })
/** A day, `YYYY-MM-DD`. */
export const CalendarDay = () => Type.String({ format: 'date', examples: ['2026-09-30'] })
export const Sha256 = () => Type.String({ pattern: '^[0-9a-f]{64}$' })

/** Of a series, or of a record that belongs to one. */
export const IsIllustrative = () =>
  Type.Boolean({
    description: 'Whether the asset is fictitious; amounts and documents are marked as illustrative',
  })

/** A token symbol in a path, with or without its `$`, in any case. */
export const TokenSymbol = () =>
  Type.String({ minLength: 1, maxLength: TOKEN_SYMBOL_MAX, pattern: '^\\$?[A-Za-z0-9][A-Za-z0-9._-]*$' })
export const SymbolParams = Type.Object({ symbol: TokenSymbol() })

export const UnitValue = Type.Object({
  low: Amount(),
  preferred: Amount({ description: 'Value used for holdings' }),
  high: Amount(),
  as_of: CalendarDay(),
  method: Type.String(),
})
export type UnitValue = Static<typeof UnitValue>

export const ValuationInput = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ minLength: 1, maxLength: 100 }),
  unit: Type.String({ maxLength: 40 }),
  source: Type.String({ minLength: 1, maxLength: 200 }),
  as_of: Type.String({ maxLength: 10, format: 'calendar-date' }),
})

export const Valuation = Type.Object({
  id: Id(),
  ...UnitValue.properties,
  inputs: Type.Array(ValuationInput),
  is_superseded: Type.Boolean({ description: 'Whether superseded by a later entry for the same date' }),
  created_at: Timestamp(),
})
export type Valuation = Static<typeof Valuation>

export const Attestation = Type.Object({
  as_of: CalendarDay(),
  expires: CalendarDay(),
  auditor: Type.String(),
  sha256: Sha256(),
  url: Type.String({ description: 'Of its file' }),
})
export type Attestation = Static<typeof Attestation>

/** Maximum documents listed for a series, from the first. */
export const SERIES_DOCUMENTS_MAX = 200

export const SeriesFigures = Type.Object({
  units_in_issue: Units(),
  units_held: Units(),
  backing_percent: Nullable(
    Type.Number({
      description:
        'Units in custody / units in issue, in percent, truncated to two decimals; null if none in issue',
    }),
  ),
  holders: Nullable(Type.Integer({ description: 'Null if fewer than ten' })),
  unit_value: Nullable(UnitValue),
  attestation: Nullable(Attestation),
  is_illustrative: IsIllustrative(),
})
export type SeriesFigures = Static<typeof SeriesFigures>

export const Offering = Type.Object({
  id: Id(),
  state: StringEnum(offeringStatuses, {
    description: 'Current state; outside its offering period an open offering is returned as closed',
  }),
  opens_at: Timestamp(),
  closes_at: Timestamp(),
  unit_price: Amount(),
  minimum: Amount({ description: 'Minimum subscription' }),
  maximum: Amount({ description: 'Maximum per investor' }),
  cap_units: Units(),
  units_left: Units(),
  countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2; empty for all countries' }),
  payment_days: Type.Integer(),
  terms: Type.String(),
})
export type Offering = Static<typeof Offering>

export const SeriesDocument = Type.Object({
  id: Type.Integer({ description: 'Of the current version' }),
  kind: StringEnum(seriesDocumentTypes),
  title: Type.String(),
  version: Type.Integer(),
  sha256: Sha256(),
  size: Type.Integer({ description: 'Bytes' }),
  url: Type.String(),
  must_acknowledge: Type.Boolean(),
})
export type SeriesDocument = Static<typeof SeriesDocument>

/** Maximum open offerings in a response. */
export const OFFERINGS_MAX = 200

export const OpenOffering = Type.Object({
  symbol: Type.String({ description: 'Of its token' }),
  name: Type.String({ description: 'Of its token' }),
  unit_price: Amount(),
  minimum: Amount({ description: 'Minimum subscription' }),
  closes_at: Timestamp(),
  unit_value: Nullable(Amount(), {
    description: 'Preferred value per unit; null before the first valuation',
  }),
  as_of: Nullable(CalendarDay(), { description: 'Day of the unit value' }),
  is_illustrative: IsIllustrative(),
})
export type OpenOffering = Static<typeof OpenOffering>

export const series = {
  listOpenOfferings: get('/offerings', {
    summary: 'List offerings open for subscription, earliest closing date first',
    access: 'public',
    response: Type.Object({ offerings: Type.Array(OpenOffering, { maxItems: OFFERINGS_MAX }) }),
    cache: { maxAge: 0 },
  }),
  get: get('/tokens/:symbol', {
    summary: 'Retrieve an active token with its figures, offering and documents',
    access: 'public',
    params: SymbolParams,
    response: Type.Object({
      token: Token,
      series: SeriesFigures,
      offering: Nullable(Offering),
      documents: Type.Array(SeriesDocument, { maxItems: SERIES_DOCUMENTS_MAX }),
    }),
    cache: { maxAge: 0 },
  }),
  listValuations: get('/tokens/:symbol/valuations', {
    summary: 'List unit valuations, most recent first',
    access: 'public',
    params: SymbolParams,
    response: Type.Object({ valuations: Type.Array(Valuation) }),
    cache: { maxAge: 0 },
  }),
}
