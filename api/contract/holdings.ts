/** What an investor holds, by the register of holders. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { movementTypes } from '#shared/enums/series'
import { Amount } from './amounts.ts'
import { TOTAL_COUNT } from './call.ts'
import { get } from './endpoint.ts'
import { Id, Nullable, OneOf, Timestamp } from './schema.ts'
import { bySymbol, Day, IsIllustrative, SeriesDocument, Units, Valuation } from './series.ts'

export const UnitHolding = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  units: Units(),
  cost: Amount({ description: 'Average cost of the units held' }),
  unit_value: Nullable(Amount(), {
    description: 'The preferred value of one unit; null before the first valuation',
  }),
  value: Nullable(Amount(), { description: 'units × unit_value' }),
  gain: Nullable(Amount(), { description: 'value − cost' }),
  gain_percent: Nullable(Type.Number(), { description: 'gain / cost, in percent; null without a cost' }),
  share_percent: Nullable(Type.Number(), {
    description:
      'value / total of all holdings and cash, in percent with two decimals; null without a value, or a total above 0',
  }),
  as_of: Nullable(Day(), { description: 'Day of the unit value' }),
  is_illustrative: IsIllustrative(),
})
export type UnitHolding = Static<typeof UnitHolding>

export const HoldingsResponse = Type.Object({
  holdings: Type.Array(UnitHolding, { description: 'Largest value first' }),
  cash: Amount({
    description:
      'Completed deposits, interest and redemption proceeds, less withdrawals, fees and the cost of allotted units; of a transfer only its fee counts',
  }),
  unallocated: Amount({ description: 'The part of the cash that waits for an approved subscription' }),
  total: Amount({ description: 'Value of the holdings + cash' }),
})
export type HoldingsResponse = Static<typeof HoldingsResponse>

export const HolderEntry = Type.Object({
  number: Type.Integer({ description: 'Of the entry in the register of its series' }),
  type: OneOf(movementTypes),
  at: Timestamp(),
  units: Units(),
  cost: Amount(),
  balance: Units(),
  reason: Type.String(),
  hash: Type.String(),
})
export type HolderEntry = Static<typeof HolderEntry>

/** A payment of a distribution: units × amount per unit, to the cent. */
export const HolderDistribution = Type.Object({
  transaction_id: Id(),
  record_date: Day(),
  counted_at: Nullable(Timestamp(), {
    description:
      'When the units were counted, where the record date was not over (UTC) at booking; null where its end counts',
  }),
  units: Units(),
  /** In US dollars, with six decimals. */
  amount_per_unit: Units(),
  amount: Amount({
    description:
      'units × amount_per_unit to the cent; cents that are left of all payments go to the largest remainders',
  }),
  reason: Type.String({ description: 'What it is paid for; may be empty' }),
  paid_at: Timestamp(),
  reversed_at: Nullable(Timestamp(), { description: 'When it was taken back; then it counts no more' }),
})
export type HolderDistribution = Static<typeof HolderDistribution>

export const holdings = {
  list: get('/user/holdings', {
    summary: 'The units that the investor holds, with their value and the cash beside them',
    access: 'investor',
    response: HoldingsResponse,
  }),
  read: get('/user/holdings/:symbol', {
    summary: 'One holding with its entries in the register, the valuations and the documents of its series',
    access: 'investor',
    params: bySymbol,
    response: Type.Object({
      holding: UnitHolding,
      is_listed: Type.Boolean({
        description: 'Whether the series is public: if not, it has no page of its own',
      }),
      is_offered: Type.Boolean({ description: 'Whether units of the series can be subscribed for now' }),
      entries: Type.Array(HolderEntry, { description: 'The newest 500' }),
      distributions: Type.Array(HolderDistribution, { description: 'The newest 200' }),
      valuations: Type.Array(Valuation),
      documents: Type.Array(SeriesDocument),
    }),
  }),
  certificate: get('/user/holdings/:symbol/certificate', {
    summary: 'A certificate of holding as a PDF file, with the hash of the register',
    access: 'investor',
    limit: 'export',
    params: bySymbol,
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT]: 'Entries in the file' },
  }),
}
