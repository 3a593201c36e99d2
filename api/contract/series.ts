/** A series: what stands behind a token, in figures. Units are strings with six decimals, money with two. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { offeringStates, seriesDocumentKinds } from '#shared/enums/series'
import { Amount } from './amounts.ts'
import { get } from './endpoint.ts'
import { Id, Nullable, OneOf, Timestamp } from './schema.ts'
import { TOKEN_SYMBOL_MAX, Token } from './tokens.ts'

/** Units of a series. */
export const Units = () => Type.String({ pattern: '^-?\\d+\\.\\d{6}$', examples: ['125.500000'] })
/** A day, `YYYY-MM-DD`. */
export const Day = () => Type.String({ format: 'date', examples: ['2026-09-30'] })
export const Sha256 = () => Type.String({ pattern: '^[0-9a-f]{64}$' })

/** Of a series, or of what belongs to one. */
export const IsIllustrative = () =>
  Type.Boolean({ description: 'The asset is invented: its amounts and documents are shown with a mark' })

/** The symbol of a token in a path, with or without its `$`, in any case. */
export const TokenSymbol = () =>
  Type.String({ minLength: 1, maxLength: TOKEN_SYMBOL_MAX, pattern: '^\\$?[A-Za-z0-9][A-Za-z0-9._-]*$' })
export const bySymbol = Type.Object({ symbol: TokenSymbol() })

export const UnitValue = Type.Object({
  low: Amount(),
  preferred: Amount({ description: 'The value at which holdings are shown' }),
  high: Amount(),
  as_of: Day(),
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
  is_superseded: Type.Boolean({ description: 'A later entry for the same day replaced it' }),
  created_at: Timestamp(),
})
export type Valuation = Static<typeof Valuation>

export const Attestation = Type.Object({
  as_of: Day(),
  expires: Day(),
  auditor: Type.String(),
  sha256: Sha256(),
  url: Type.String({ description: 'Of its file' }),
})
export type Attestation = Static<typeof Attestation>

/** Documents of a series that are listed at most: the first ones. */
export const MOST_DOCUMENTS = 200

export const SeriesFigures = Type.Object({
  units_in_issue: Units(),
  units_held: Units(),
  backing_percent: Nullable(
    Type.Number({
      description: 'Units held / units in issue, in percent, cut after two decimals; null with none in issue',
    }),
  ),
  holders: Nullable(Type.Integer({ description: 'Null below ten' })),
  unit_value: Nullable(UnitValue),
  attestation: Nullable(Attestation),
  is_illustrative: IsIllustrative(),
})
export type SeriesFigures = Static<typeof SeriesFigures>

export const Offering = Type.Object({
  id: Id(),
  state: OneOf(offeringStates, { description: 'Now: an open offering is closed before and after its times' }),
  opens_at: Timestamp(),
  closes_at: Timestamp(),
  unit_price: Amount(),
  minimum: Amount({ description: 'Least amount of one subscription' }),
  maximum: Amount({ description: 'Greatest amount of one investor' }),
  cap_units: Units(),
  units_left: Units(),
  countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2; empty for all countries' }),
  payment_days: Type.Integer(),
  terms: Type.String(),
})
export type Offering = Static<typeof Offering>

export const SeriesDocument = Type.Object({
  id: Type.Integer({ description: 'Of the current version' }),
  kind: OneOf(seriesDocumentKinds),
  title: Type.String(),
  version: Type.Integer(),
  sha256: Sha256(),
  size: Type.Integer({ description: 'Bytes' }),
  url: Type.String(),
  must_acknowledge: Type.Boolean(),
})
export type SeriesDocument = Static<typeof SeriesDocument>

/** Open offerings of a response at most. */
export const OFFERINGS_MAX = 200

export const OpenOffering = Type.Object({
  symbol: Type.String({ description: 'Of its token' }),
  name: Type.String({ description: 'Of its token' }),
  unit_price: Amount(),
  minimum: Amount({ description: 'Least amount of one subscription' }),
  closes_at: Timestamp(),
  unit_value: Nullable(Amount(), { description: 'The preferred value of one unit; null before a valuation' }),
  as_of: Nullable(Day(), { description: 'Day of the unit value' }),
  is_illustrative: IsIllustrative(),
})
export type OpenOffering = Static<typeof OpenOffering>

export const series = {
  offerings: get('/offerings', {
    summary: 'The offerings that take subscriptions now, the first to close first',
    access: 'public',
    response: Type.Object({ offerings: Type.Array(OpenOffering, { maxItems: OFFERINGS_MAX }) }),
    cache: { maxAge: 0 },
  }),
  read: get('/tokens/:symbol', {
    summary: 'A token open for investment with its figures, its offering and its documents',
    access: 'public',
    params: bySymbol,
    response: Type.Object({
      token: Token,
      series: SeriesFigures,
      offering: Nullable(Offering),
      documents: Type.Array(SeriesDocument, { maxItems: MOST_DOCUMENTS }),
    }),
    cache: { maxAge: 0 },
  }),
  valuations: get('/tokens/:symbol/valuations', {
    summary: 'The values of one unit, latest day first',
    access: 'public',
    params: bySymbol,
    response: Type.Object({ valuations: Type.Array(Valuation) }),
    cache: { maxAge: 0 },
  }),
}
