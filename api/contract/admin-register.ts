/** The register of holders, as administrators read it and enter movements. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { heldBackReasons } from '#shared/enums/distributions'
import { movementTypes } from '#shared/enums/series'
import { ADMIN_PAGE_MAX, ADMIN_PAGE_SIZE, AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import { Amount, AmountIn, DecimalIn } from './amounts.ts'
import { BULK_TIME_LIMIT, get, post } from './endpoint.ts'
import { CashPreview, overdraftFields } from './overdraft.ts'
import { CalendarDate, Extended, Id, OneOf, SearchText, Text, Timestamp } from './schema.ts'
import { bySymbol, Day, Units } from './series.ts'

/** A day of the register; its end in UTC counts. */
const on = {
  on: Type.Optional(CalendarDate({ description: 'Holders as of the end of this day (UTC); now without it' })),
}

/** The register of one series in figures. */
export const RegisterSummary = Type.Object({
  symbol: Type.String(),
  name: Type.String({ description: 'Of the series' }),
  units_in_issue: Units(),
  units_held: Units(),
  holders: Type.Integer(),
  entries: Type.Integer(),
  last_movement_at: Type.Union([Timestamp(), Type.Null()]),
  attestation_expires: Type.Union([Day(), Type.Null()], {
    description: 'The last day of the attestation that binds',
  }),
})
export type RegisterSummary = Static<typeof RegisterSummary>

export const RegisterHolder = Type.Object({
  user_id: Id(),
  name: Type.String(),
  units: Units(),
  share_percent: Type.Number({
    description: 'Part of the units in issue, now or at the end of that day, in percent with four decimals',
  }),
})
export type RegisterHolder = Static<typeof RegisterHolder>

export const RegisterEntry = Type.Object({
  account: OneOf(['unissued', 'holder']),
  user_id: Type.Union([Id(), Type.Null()]),
  units: Units(),
})

export const Movement = Type.Object({
  id: Id(),
  type: OneOf(movementTypes),
  at: Timestamp(),
  reason: Type.String(),
  reverses: Type.Union([Id(), Type.Null()]),
  entries: Type.Array(RegisterEntry),
  hash: Type.String({ description: 'Of its last entry' }),
})
export type Movement = Static<typeof Movement>

/** A movement in a list, with the names of the holders. */
export const ListedMovement = Type.Object({
  ...Movement.properties,
  amount: Type.Union([Amount(), Type.Null()], { description: 'Proceeds of a redemption' }),
  corrected_by: Type.Union([Id(), Type.Null()], { description: 'The movement that reverses it' }),
  entries: Type.Array(
    Type.Object({
      ...RegisterEntry.properties,
      number: Type.Integer({
        description: 'Of the entry in the register of its series, as its holder sees it',
      }),
      name: Type.String({ description: 'Of the holder; empty for units that are not in issue' }),
    }),
  ),
})
export type ListedMovement = Static<typeof ListedMovement>

const enteredTypes = ['transfer', 'redemption', 'correction'] as const

export const MovementBody = Type.Object({
  type: OneOf(enteredTypes),
  from_user_id: Type.Optional(Id()),
  to_user_id: Type.Optional(Id()),
  units: Type.Optional(DecimalIn({ name: 'The units', digits: 12, decimals: 6, range: 'positive' })),
  amount: Type.Optional(AmountIn('The proceeds', 'not negative')),
  movement_id: Type.Optional(Id()),
  reason: Text(),
  ...overdraftFields,
})
export type MovementBody = Static<typeof MovementBody>

export const DistributionBody = Type.Object({
  record_date: CalendarDate({
    description: 'Units at its end (UTC) count; of today those that are held when it is booked',
  }),
  amount_per_unit: DecimalIn({ name: 'The amount per unit', digits: 12, decimals: 6, range: 'positive' }),
  reason: Text(),
  dry_run: Type.Boolean({ default: false }),
  head: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{0,64}$',
      description: 'The head of the dry run: nothing is booked if the register has changed since',
    }),
  ),
  earlier_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'The number of the dry run, 0 when left out: nothing is booked if the record date has another number of distributions, so that none is booked twice',
    }),
  ),
})
export type DistributionBody = Static<typeof DistributionBody>

/** What one holder gets. */
const Share = Type.Object({ user_id: Id(), name: Type.String(), units: Units(), amount: Amount() })

export const DistributionLine = Extended(Share, {
  is_active: Type.Boolean({ description: 'Whether the account is active; a disabled one is paid too' }),
})
export type DistributionLine = Static<typeof DistributionLine>

/** A share that is not paid: its investor is a confirmed watchlist match, or has no account any more. */
export const HeldBack = Type.Object({
  ...Share.properties,
  because: OneOf(heldBackReasons),
})
export type HeldBack = Static<typeof HeldBack>

/** The head of the register at the end of the record date, or now where that is today. */
const Head = () => Type.String({ description: 'Hash of the last entry that counts; empty before the first' })

/** Most distributions in one response. */
export const DISTRIBUTIONS_MAX = 100

export const Distribution = Type.Object({
  id: Id(),
  record_date: Day(),
  amount_per_unit: Type.String({ examples: ['0.125000'] }),
  total: Amount({ description: 'Paid, without the shares that are held back' }),
  held_back: Type.Array(HeldBack, { description: 'Shares that are still not paid' }),
  held_back_total: Amount({ description: 'Of `held_back`' }),
  holders: Type.Integer({ description: 'Who were paid' }),
  reason: Type.String(),
  created_at: Timestamp(),
  reversal: Type.Union([Type.Object({ at: Timestamp(), reason: Type.String() }), Type.Null()], {
    description: 'When and why it was taken back: its payments are cancelled',
  }),
})
export type Distribution = Static<typeof Distribution>

/** What each holder gets, and what a booking has to be based on. */
const DistributionPlan = Type.Object({
  lines: Type.Array(DistributionLine, { description: 'Who is paid' }),
  held_back: Type.Array(HeldBack, {
    description: 'Who is not paid, and why; the shares of the others are the same as if they were',
  }),
  total: Amount({ description: 'Of `lines`' }),
  head: Head(),
  earlier: Type.Array(Distribution, {
    maxItems: DISTRIBUTIONS_MAX,
    description:
      'Distributions of the same record date that were booked before, newest first, reversed ones included',
  }),
  earlier_count: Type.Integer({ description: 'The number of all of them' }),
  effect: CashPreview,
})
export type DistributionPlan = Static<typeof DistributionPlan>

export const ReversalBody = Type.Object({ reason: Text(1000), ...overdraftFields })
export type ReversalBody = Static<typeof ReversalBody>

export const HeldBackPayment = Type.Object({ user_id: Id(), reason: Text(1000) })
export type HeldBackPayment = Static<typeof HeldBackPayment>

/** What taking something back would do to the cash of its investors. */
const Undoing = Type.Object({
  ...CashPreview.properties,
  amount: Amount({ description: 'What `confirm_amount` would confirm' }),
})
export type Undoing = Static<typeof Undoing>

/** The page of a list whose order is fixed. */
const onePage = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: ADMIN_PAGE_MAX, default: ADMIN_PAGE_SIZE }),
  search: SearchText(),
}

/** Which movements of a series are listed. */
const movementFilters = {
  user_id: Type.Optional(Id()),
  type: Type.Optional(OneOf(movementTypes)),
  from: Type.Optional(CalendarDate({ description: 'Entered on this day (UTC) or later' })),
  to: Type.Optional(CalendarDate({ description: 'Entered on this day (UTC) or earlier' })),
}

export const adminRegister = {
  list: get(adm('/registers'), {
    summary: 'The registers of all series, in figures',
    access: 'admin:read',
    query: ListQuery(['symbol', 'units_in_issue', 'holders'], {}),
    response: Type.Object({ registers: Type.Array(RegisterSummary), pagination: AdminPagination }),
  }),
  exportList: get(
    adm('/registers/export'),
    csvFile('admin:read', 'The registers of all series, by symbol,', {}),
  ),
  read: get(adm('/register/:symbol'), {
    summary: 'The holders of a series, largest first, now or at the end of a day',
    access: 'admin:read',
    params: bySymbol,
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
  exportCsv: get(adm('/register/:symbol/export'), {
    ...csvFile('admin:read', 'The holders of a series, largest first,', on),
    params: bySymbol,
  }),
  movements: get(adm('/register/:symbol/entries'), {
    summary:
      'Movements of a series, newest first; of one investor with `user_id`. `search` is for reasons and for the number of an entry, as in `#30`',
    access: 'admin:read',
    params: bySymbol,
    query: Type.Object({
      ...onePage,
      ...movementFilters,
    }),
    response: Type.Object({ movements: Type.Array(ListedMovement), pagination: AdminPagination }),
  }),
  exportMovements: get(adm('/register/:symbol/entries/export'), {
    ...csvFile('admin:read', 'The entries of a series, newest first,', movementFilters),
    params: bySymbol,
  }),
  move: post(adm('/register/:symbol/entries'), {
    summary: 'Enters a transfer, a redemption or a correction, which happens now',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: bySymbol,
    body: MovementBody,
    twoPairs: { reason: 'own' },
    response: Type.Object({ movement: Movement }),
    problems: ['conflict', 'not_verified', 'insufficient_cash'],
  }),
  correction: get(adm('/register/:symbol/entries/:id/correction'), {
    summary: 'What a correction of a movement would do to the cash of its investors',
    access: 'admin:read',
    params: Type.Object({ ...bySymbol.properties, id: Id() }),
    response: Undoing,
    problems: ['not_found'],
  }),
  distributions: get(adm('/register/:symbol/distributions'), {
    summary: 'The last 100 distributions of a series, newest first',
    access: 'admin:read',
    params: bySymbol,
    response: Type.Object({ distributions: Type.Array(Distribution, { maxItems: DISTRIBUTIONS_MAX }) }),
  }),
  distribute: post(adm('/register/:symbol/distributions'), {
    summary:
      'Pays an amount per unit to the holders of a day; with `dry_run` it only shows what each would get',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    timeLimit: BULK_TIME_LIMIT,
    params: bySymbol,
    body: DistributionBody,
    twoPairs: { reason: 'own' },
    response: DistributionPlan,
    problems: ['conflict'],
  }),
  payHeldBack: post(adm('/register/:symbol/distributions/:id/held-back'), {
    summary: 'Pays the share of one holder that was held back, once, when the hold is over',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    params: Type.Object({ ...bySymbol.properties, id: Id() }),
    body: HeldBackPayment,
    twoPairs: { reason: 'own' },
    response: Type.Object({ distribution: Distribution }),
    problems: ['not_found', 'conflict'],
  }),
  reversal: get(adm('/register/:symbol/distributions/:id/reversal'), {
    summary: 'What a reversal of a distribution would do to the cash of its investors',
    access: 'admin:read',
    timeLimit: BULK_TIME_LIMIT,
    params: Type.Object({ ...bySymbol.properties, id: Id() }),
    response: Undoing,
    problems: ['not_found'],
  }),
  reverse: post(adm('/register/:symbol/distributions/:id/reversal'), {
    summary:
      'Takes a distribution back as a whole, once: its payments are cancelled, and its investors notified',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    timeLimit: BULK_TIME_LIMIT,
    params: Type.Object({ ...bySymbol.properties, id: Id() }),
    body: ReversalBody,
    twoPairs: { reason: 'own' },
    response: Type.Object({ distribution: Distribution }),
    problems: ['conflict', 'insufficient_cash'],
  }),
}
