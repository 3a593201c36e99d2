/** The register of holders: reading it and recording movements. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  ADMIN_PAGE_MAX,
  ADMIN_PAGE_SIZE,
  AdminPagination,
  adminPath,
  csvExport,
  ListQuery,
} from '#contract/admin-endpoint'
import { Amount, AmountField, DecimalField } from '#contract/amount-schema'
import { CashPreview, overdraftFields } from '#contract/cash/overdraft'
import { CalendarDay, SymbolParams, Units } from '#contract/catalog/series'
import { BULK_TIMEOUT_MS, get, post } from '#contract/endpoint'
import {
  CalendarDate,
  ExtendObject,
  Id,
  MultilineText,
  SearchText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { heldBackReasons } from '#shared/enums/distributions'
import { movementTypes } from '#shared/enums/series'

/** A register date; the state at the end of that day in UTC. */
const on = {
  on: Type.Optional(
    CalendarDate({ description: 'Holders as of the end of this day (UTC); defaults to now' }),
  ),
}

/** Summary figures for one series in the register. */
export const RegisterSummary = Type.Object({
  symbol: Type.String(),
  name: Type.String({ description: 'Name of the series' }),
  units_in_issue: Units(),
  units_held: Units(),
  holders: Type.Integer(),
  entries: Type.Integer(),
  last_movement_at: Type.Union([Timestamp(), Type.Null()]),
  attestation_expires: Type.Union([CalendarDay(), Type.Null()], {
    description: 'Expiry date of the attestation in force',
  }),
})
export type RegisterSummary = Static<typeof RegisterSummary>

export const RegisterHolder = Type.Object({
  user_id: Id(),
  name: Type.String(),
  units: Units(),
  share_percent: Type.Number({
    description: 'Percentage of units in issue, now or at the end of that day, with four decimals',
  }),
})
export type RegisterHolder = Static<typeof RegisterHolder>

export const RegisterEntry = Type.Object({
  account: StringEnum(['unissued', 'holder']),
  user_id: Type.Union([Id(), Type.Null()]),
  units: Units(),
})

export const Movement = Type.Object({
  id: Id(),
  type: StringEnum(movementTypes),
  at: Timestamp(),
  reason: Type.String(),
  reverses: Type.Union([Id(), Type.Null()]),
  entries: Type.Array(RegisterEntry),
  hash: Type.String({ description: 'Hash of its last entry' }),
})
export type Movement = Static<typeof Movement>

/** A movement in a list, with the holders' names. */
export const ListedMovement = Type.Object({
  ...Movement.properties,
  amount: Type.Union([Amount(), Type.Null()], { description: 'Proceeds of a redemption' }),
  subscription_id: Type.Union([Id(), Type.Null()], { description: 'Subscription that an issue allots' }),
  corrected_by: Type.Union([Id(), Type.Null()], { description: 'Movement that reverses this one' }),
  entries: Type.Array(
    Type.Object({
      ...RegisterEntry.properties,
      number: Type.Integer({
        description: 'Entry number in the register of the series, as shown to the holder',
      }),
      name: Type.String({ description: 'Name of the holder; empty for unissued units' }),
    }),
  ),
})
export type ListedMovement = Static<typeof ListedMovement>

const enteredTypes = ['transfer', 'redemption', 'correction'] as const

export const CreateMovementBody = Type.Object({
  type: StringEnum(enteredTypes),
  from_user_id: Type.Optional(Id()),
  to_user_id: Type.Optional(Id()),
  units: Type.Optional(DecimalField({ name: 'The units', digits: 12, decimals: 6, range: 'positive' })),
  amount: Type.Optional(AmountField('The proceeds', 'not negative')),
  movement_id: Type.Optional(Id()),
  reason: MultilineText(),
  ...overdraftFields,
})
export type CreateMovementBody = Static<typeof CreateMovementBody>

export const DistributionBody = Type.Object({
  record_date: CalendarDate({
    description: 'Holdings at the end of this day (UTC) count; for today, holdings at the time of booking',
  }),
  amount_per_unit: DecimalField({ name: 'The amount per unit', digits: 12, decimals: 6, range: 'positive' }),
  reason: MultilineText(),
  dry_run: Type.Boolean({ default: false }),
  head: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{0,64}$',
      description: 'Register head from the dry run; nothing is booked if the register has changed since',
    }),
  ),
  earlier_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Number of existing distributions from the dry run, default 0; nothing is booked if the count for the record date differs, which prevents duplicates',
    }),
  ),
})
export type DistributionBody = Static<typeof DistributionBody>

/** What one holder receives. */
const Share = Type.Object({ user_id: Id(), name: Type.String(), units: Units(), amount: Amount() })

export const DistributionPreviewLine = ExtendObject(Share, {
  is_active: Type.Boolean({ description: 'Whether the account is active; inactive accounts are also paid' }),
})
export type DistributionPreviewLine = Static<typeof DistributionPreviewLine>

/** An unpaid share: its investor is a confirmed watchlist match, or no longer has an account. */
export const HeldBack = Type.Object({
  ...Share.properties,
  because: StringEnum(heldBackReasons),
})
export type HeldBack = Static<typeof HeldBack>

/** The latest register entry at the end of the record date, or the current one if that is today. */
const Head = () => Type.String({ description: 'Hash of the latest entry included; empty if none' })

/** Maximum distributions in one response. */
export const DISTRIBUTIONS_MAX = 100

export const Distribution = Type.Object({
  id: Id(),
  record_date: CalendarDay(),
  amount_per_unit: Type.String({ examples: ['0.125000'] }),
  total: Amount({ description: 'Total paid, excluding held-back amounts' }),
  held_back: Type.Array(HeldBack, { description: 'Held-back amounts not yet paid' }),
  held_back_total: Amount({ description: 'Total of `held_back`' }),
  holders: Type.Integer({ description: 'Number of holders paid' }),
  reason: Type.String(),
  created_at: Timestamp(),
  reversal: Type.Union([Type.Object({ at: Timestamp(), reason: Type.String() }), Type.Null()], {
    description: 'Reversal date and reason; its payments are cancelled',
  }),
})
export type Distribution = Static<typeof Distribution>

/** What each holder receives, and the state that a booking must be based on. */
const DistributionPlan = Type.Object({
  lines: Type.Array(DistributionPreviewLine, { description: 'Holders to be paid' }),
  held_back: Type.Array(HeldBack, {
    description: 'Holders not paid, with the reason; this does not change the shares of other holders',
  }),
  total: Amount({ description: 'Total of `lines`' }),
  head: Head(),
  earlier: Type.Array(Distribution, {
    maxItems: DISTRIBUTIONS_MAX,
    description: 'Earlier distributions with the same record date, newest first, including reversed ones',
  }),
  earlier_count: Type.Integer({ description: 'Total number of these' }),
  effect: CashPreview,
})
export type DistributionPreview = Static<typeof DistributionPlan>

export const ReversalBody = Type.Object({ reason: MultilineText(1000), ...overdraftFields })
export type ReversalBody = Static<typeof ReversalBody>

export const HeldBackPayment = Type.Object({ user_id: Id(), reason: MultilineText(1000) })
export type HeldBackPayment = Static<typeof HeldBackPayment>

/** Effect of a reversal on the investors' cash. */
const Undoing = Type.Object({
  ...CashPreview.properties,
  amount: Amount({ description: 'Amount to repeat in `confirm_amount`' }),
})
export type Undoing = Static<typeof Undoing>

/** The page of a list with a fixed order. */
const onePage = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: ADMIN_PAGE_MAX, default: ADMIN_PAGE_SIZE }),
  search: SearchText(),
}

/** Filter for the movements of a series. */
const movementFilters = {
  user_id: Type.Optional(Id()),
  type: Type.Optional(StringEnum(movementTypes)),
  from: Type.Optional(CalendarDate({ description: 'Recorded on or after this day (UTC)' })),
  to: Type.Optional(CalendarDate({ description: 'Recorded on or before this day (UTC)' })),
}

export const adminRegister = {
  listRegisters: get(adminPath('/registers'), {
    summary: 'Key figures of all registers',
    access: 'admin:read',
    query: ListQuery(['symbol', 'units_in_issue', 'holders'], {}),
    response: Type.Object({ registers: Type.Array(RegisterSummary), pagination: AdminPagination }),
  }),
  exportRegisters: get(
    adminPath('/registers/export'),
    csvExport('admin:read', 'Registers of all series, by symbol,', {}),
  ),
  listHolders: get(adminPath('/register/:symbol'), {
    summary: 'List holders of a series, largest first, now or as of a date',
    access: 'admin:read',
    params: SymbolParams,
    query: Type.Object({
      ...onePage,
      ...on,
    }),
    response: Type.Object({
      holders: Type.Array(RegisterHolder),
      units_in_issue: Units(),
      units_held: Units(),
      head: Type.String({ description: 'Hash of the last entry; empty before the first' }),
      pagination: AdminPagination,
    }),
  }),
  exportHolders: get(adminPath('/register/:symbol/export'), {
    ...csvExport('admin:read', 'The holders of a series, largest first,', on),
    params: SymbolParams,
  }),
  listMovements: get(adminPath('/register/:symbol/entries'), {
    summary:
      'List movements of a series, newest first; filter by investor with `user_id`. `search` covers reasons and entry numbers such as `#30`',
    access: 'admin:read',
    params: SymbolParams,
    query: Type.Object({
      ...onePage,
      ...movementFilters,
    }),
    response: Type.Object({ movements: Type.Array(ListedMovement), pagination: AdminPagination }),
  }),
  exportMovements: get(adminPath('/register/:symbol/entries/export'), {
    ...csvExport('admin:read', 'The entries of a series, newest first,', movementFilters),
    params: SymbolParams,
  }),
  createMovement: post(adminPath('/register/:symbol/entries'), {
    summary: 'Record a transfer, redemption or correction with immediate effect',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: SymbolParams,
    body: CreateMovementBody,
    approvalRule: { reasonSource: 'body' },
    response: Type.Object({ movement: Movement }),
    problems: ['conflict', 'not_verified', 'insufficient_cash'],
  }),
  correction: get(adminPath('/register/:symbol/entries/:id/correction'), {
    summary: 'Preview the effect of a correction on the cash of the investors',
    access: 'admin:read',
    params: Type.Object({ ...SymbolParams.properties, id: Id() }),
    response: Undoing,
    problems: ['not_found'],
  }),
  listDistributions: get(adminPath('/register/:symbol/distributions'), {
    summary: 'List the last 100 distributions of a series, newest first',
    access: 'admin:read',
    params: SymbolParams,
    response: Type.Object({ distributions: Type.Array(Distribution, { maxItems: DISTRIBUTIONS_MAX }) }),
  }),
  bookDistribution: post(adminPath('/register/:symbol/distributions'), {
    summary:
      'Book a distribution per unit to holders as of a record date; `dry_run` returns the payments without booking',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    timeLimit: BULK_TIMEOUT_MS,
    params: SymbolParams,
    body: DistributionBody,
    approvalRule: { reasonSource: 'body' },
    response: DistributionPlan,
    problems: ['conflict'],
  }),
  payHeldBack: post(adminPath('/register/:symbol/distributions/:id/held-back'), {
    summary: 'Pay the held-back amount of one holder, once the reason for holding it back no longer applies',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: Type.Object({ ...SymbolParams.properties, id: Id() }),
    body: HeldBackPayment,
    approvalRule: { reasonSource: 'body' },
    response: Type.Object({ distribution: Distribution }),
    problems: ['not_found', 'conflict'],
  }),
  reversal: get(adminPath('/register/:symbol/distributions/:id/reversal'), {
    summary: 'Preview the effect of a reversal on the cash of the investors',
    access: 'admin:read',
    timeLimit: BULK_TIMEOUT_MS,
    params: Type.Object({ ...SymbolParams.properties, id: Id() }),
    response: Undoing,
    problems: ['not_found'],
  }),
  reverseDistribution: post(adminPath('/register/:symbol/distributions/:id/reversal'), {
    summary: 'Reverse a distribution in full; its payments are cancelled and the investors notified',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    timeLimit: BULK_TIMEOUT_MS,
    params: Type.Object({ ...SymbolParams.properties, id: Id() }),
    body: ReversalBody,
    approvalRule: { reasonSource: 'body' },
    response: Type.Object({ distribution: Distribution }),
    problems: ['conflict', 'insufficient_cash'],
  }),
}
