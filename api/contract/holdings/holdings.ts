/** An investor's holdings according to the register of holders. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount } from '#contract/amount-schema'
import {
  CalendarDay,
  IsIllustrative,
  SeriesDocument,
  SymbolParams,
  Units,
  Valuation,
} from '#contract/catalog/series'
import { get } from '#contract/endpoint'
import { TOTAL_COUNT_HEADER } from '#contract/request-url'
import { Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { movementTypes } from '#shared/enums/series'

export const UnitHolding = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  units: Units(),
  cost: Amount({ description: 'Cost basis (average cost)' }),
  unit_value: Nullable(Amount(), {
    description: 'Preferred value per unit; null before the first valuation',
  }),
  value: Nullable(Amount(), { description: 'units × unit_value' }),
  gain: Nullable(Amount(), { description: 'value − cost' }),
  gain_percent: Nullable(Type.Number(), { description: 'gain / cost, in percent; null if the cost is zero' }),
  share_percent: Nullable(Type.Number(), {
    description:
      'value / total of all holdings and cash, in percent with two decimals; null without a value, or a total above 0',
  }),
  as_of: Nullable(CalendarDay(), { description: 'Date of the unit value' }),
  is_illustrative: IsIllustrative(),
})
export type UnitHolding = Static<typeof UnitHolding>

export const HoldingsResponse = Type.Object({
  holdings: Type.Array(UnitHolding, { description: 'Largest value first' }),
  cash: Amount({
    description:
      'Completed deposits, interest and redemption proceeds, less withdrawals, fees and the cost of allotted units; for transfers, only the fee',
  }),
  unallocated: Amount({
    description: 'Reserved cash: the part of the cash balance reserved for subscriptions',
  }),
  total: Amount({ description: 'Value of the holdings + cash' }),
})
export type HoldingsResponse = Static<typeof HoldingsResponse>

export const HoldingEntry = Type.Object({
  number: Type.Integer({ description: 'Entry number in the register of the series' }),
  type: StringEnum(movementTypes),
  at: Timestamp(),
  units: Units(),
  cost: Amount(),
  balance: Units(),
  reason: Type.String(),
  hash: Type.String(),
})
export type HoldingEntry = Static<typeof HoldingEntry>

/** A distribution payment: units × amount per unit, to the cent. */
export const ReceivedDistribution = Type.Object({
  transaction_id: Id(),
  record_date: CalendarDay(),
  counted_at: Nullable(Timestamp(), {
    description:
      'When the units were counted, where the record date was not over (UTC) at booking; null where its end counts',
  }),
  units: Units(),
  /** In US dollars, with six decimals. */
  amount_per_unit: Units(),
  amount: Amount({
    description:
      'units × amount_per_unit, rounded to the cent; remaining cents are allocated by the largest-remainder method',
  }),
  reason: Type.String({ description: 'Purpose of the payment; may be empty' }),
  paid_at: Timestamp(),
  reversed_at: Nullable(Timestamp(), { description: 'Reversal date; reversed payments are excluded' }),
})
export type ReceivedDistribution = Static<typeof ReceivedDistribution>

export const holdings = {
  list: get('/user/holdings', {
    summary: 'Holdings of the investor with their value, and the cash balance',
    access: 'investor',
    response: HoldingsResponse,
  }),
  get: get('/user/holdings/:symbol', {
    summary: 'One holding with its register entries and the valuations and documents of the series',
    access: 'investor',
    params: SymbolParams,
    response: Type.Object({
      holding: UnitHolding,
      is_listed: Type.Boolean({
        description: 'Whether the series has a public page',
      }),
      is_offered: Type.Boolean({ description: 'Whether the series is open for subscription' }),
      entries: Type.Array(HoldingEntry, { description: 'Latest 500' }),
      distributions: Type.Array(ReceivedDistribution, { description: 'Latest 200' }),
      valuations: Type.Array(Valuation),
      documents: Type.Array(SeriesDocument),
    }),
  }),
  certificate: get('/user/holdings/:symbol/certificate', {
    summary: 'Download a certificate of holding (PDF) with the register hash',
    access: 'investor',
    limit: 'export',
    params: SymbolParams,
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT_HEADER]: 'Entries in the file' },
  }),
}
