/** Whether a write's changes need a second administrator, and what a request must be compared with. */
import Big from 'big.js'
import type { AuditAction } from '#common/audit-actor'
import type { RecordedWrites } from '#common/write-recorder'
import type { ApprovalRule } from '#contract/approval-rule'
import { toCanonicalJson } from '#db/audit-seal'
import type { ApprovalChange } from '#db/schema/desk/approvals'
import { toStoredJson } from '#modules/platform/audit/audit-log'

type Fields = Record<string, unknown>
/** A change of one row. */
export type Change = Pick<AuditAction, 'before' | 'after'>

/** The fields of a row; none if it does not exist. */
export const toFields = (version: unknown): Fields =>
  typeof version === 'object' && version !== null ? (version as Fields) : {}

/** One of a row's amounts; zero if it is missing. */
function readAmount(fields: Fields, name: string): Big {
  const value = fields[name]
  return typeof value === 'string' ? new Big(value) : new Big(0)
}

/** Sums before and after: of all amounts of a rule, such as amount and fee; or each figure whose change counts. */
export function sumBeforeAndAfter(
  rule: ApprovalRule,
  { before, after }: Change,
): [before: Big, after: Big][] {
  const { amountFields, amountChangeFields = [], onlyIfField, fallbackField } = rule
  const sides = [toFields(before), toFields(after)] as const
  // What counts if the row is missing or its own figures do not count.
  const instead = fallbackField && toFields(sides.find((side) => fallbackField in side)?.[fallbackField])
  const read = (side: Fields, names: readonly string[]) => {
    const counts = onlyIfField === undefined || side[onlyIfField] === true
    const figures = names.map((name) => readAmount(counts ? side : instead || {}, name))
    return figures.reduce((sum, figure) => sum.plus(amountFields ? figure.abs() : figure), new Big(0))
  }
  const groups = amountFields ? [amountFields] : amountChangeFields.map((name) => [name])
  return groups.map((names) => [read(sides[0], names), read(sides[1], names)])
}

/** Sum of the absolute differences of a row's amounts, so that a rise in one does not offset a fall in another. */
export function sumOfDifferences(rule: ApprovalRule, change: Change): Big {
  if (!rule.amountFields) {
    const differences = sumBeforeAndAfter(rule, change).map(([from, to]) => to.minus(from).abs())
    return differences.reduce((most, one) => (one.gt(most) ? one : most), new Big(0))
  }
  return rule.amountFields.reduce((sum, name) => {
    const [[from, to] = [new Big(0), new Big(0)]] = sumBeforeAndAfter(
      { ...rule, amountFields: [name] },
      change,
    )
    return sum.plus(to.minus(from).abs())
  }, new Big(0))
}

/** Effect of a row on cash: zero unless it is completed, negative if it pays out. */
export function calculateCashEffect(
  { amountFields: [amount = '', ...charges] = [], outward = [], inward = [] }: ApprovalRule,
  version: unknown,
): Big {
  const fields = toFields(version)
  if (fields.status !== 'completed') return new Big(0)
  const sign = Number(inward.includes(String(fields.type))) - Number(outward.includes(String(fields.type)))
  return charges.reduce(
    (sum, name) => sum.minus(readAmount(fields, name)),
    readAmount(fields, amount).times(sign),
  )
}

/** What a row charges in addition to its amount, such as a fee: zero unless it is completed. */
export function calculateCharges({ amountFields: [, ...charges] = [] }: ApprovalRule, version: unknown): Big {
  const fields = toFields(version)
  const isBooked = fields.status === 'completed'
  return charges.reduce((sum, name) => (isBooked ? sum.plus(readAmount(fields, name)) : sum), new Big(0))
}

const differs = ({ before, after }: Change, names: readonly string[] = []): boolean =>
  names.some((name) => toFields(before)[name] !== toFields(after)[name])

/** Whether an existing row changes its meaning, such as a withdrawal that was a deposit. */
export function hasDirectionChange({ directionFields = [] }: ApprovalRule, change: Change): boolean {
  const [before, after] = [toFields(change.before), toFields(change.after)]
  // A row that is deleted for a reason has the reason as its later version.
  return directionFields.some((name) => name in before && name in after && before[name] !== after[name])
}

/** Whether a change counts with the whole amount: a row that is added, deleted, or counts differently than before. */
export const countsFullAmount = (rule: ApprovalRule, change: Change): boolean =>
  !change.before ||
  !change.after ||
  differs(change, rule.fullAmountFields) ||
  hasDirectionChange(rule, change)

/** Whether a change needs a second administrator whatever its amounts. */
export const isAlways = ({ always }: ApprovalRule, change: Change): boolean => differs(change, always)

/** Whether the rule names an action. `limit` is the `four_eyes_amount` setting. */
function fits(rule: ApprovalRule, audited: AuditAction, limit: string): boolean {
  const { actions, fields, amountFields, amountChangeFields } = rule
  const { action } = audited
  if (actions && !actions.includes(action)) return false
  if (fields && !differs(audited, fields)) return false
  if (!amountFields && !amountChangeFields) return true
  if (isAlways(rule, audited)) return true
  const isLarge = (amount: Big) => amount.abs().gt(limit)
  return sumBeforeAndAfter(rule, audited).some(([from, to]) => {
    if (!amountFields) return isLarge(to.minus(from))
    return hasDirectionChange(rule, audited) ? isLarge(from.plus(to)) : isLarge(from) || isLarge(to)
  })
}

/** The action that needs a second administrator; undefined if there is none. */
export const findActionRequiringApproval = (
  rule: ApprovalRule,
  actions: readonly AuditAction[],
  limit: string,
): AuditAction | undefined => actions.findLast((action) => fits(rule, action, limit))

const isNew = ({ before }: AuditAction): boolean => before === undefined || before === null

/** The id of a row; null for a row with a name instead, such as a department. */
const toRowId = (id: number | string | undefined): number | null =>
  id === undefined || id === '' || Number.isNaN(Number(id)) ? null : Number(id)

/** An action as stored in a request. A row that does not exist yet has no id. */
export function toApprovalChange(action: AuditAction): ApprovalChange {
  const { entity, entityId, before, after } = action
  return {
    action: action.action,
    entity,
    entity_id: isNew(action) ? null : toRowId(entityId),
    before: toStoredJson(before),
    after: toStoredJson(isNew(action) ? withoutGenerated(toStoredJson(after)) : after),
  }
}

/**
 * Fields that the database regenerates on each write, the state of a review, which changes when the approver opens a file,
 * and counts that change by themselves.
 */
const GENERATED = [
  ...['id', 'document_id', 'created_at', 'updated_at', 'at', 'hash', 'url'],
  ...['review', 'review_incomplete'],
  // Investors register between a request and its approval.
  'target_users',
]

/** A row without generated fields: a request's own row is discarded. */
function withoutGenerated(version: unknown): unknown {
  if (Array.isArray(version)) return version.map(withoutGenerated)
  if (typeof version !== 'object' || version === null) return version
  return Object.fromEntries(
    Object.entries(version)
      .filter(([name]) => !GENERATED.includes(name))
      .map(([name, value]) => [name, withoutGenerated(value)]),
  )
}

/**
 * SHA-256 of everything that a request was based on and would write. It is recomputed on approval: if it differs, the
 * administrator would approve something other than what is shown.
 */
export function computeFingerprint({ actions, versions }: RecordedWrites): string {
  const content = actions.map((action) => {
    const change = toApprovalChange(action)
    return { ...change, after: withoutGenerated(change.after) }
  })
  return new Bun.CryptoHasher('sha256').update(toCanonicalJson([content, versions])).digest('hex')
}

const readId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The investor that a request concerns, for its audit log entries; empty if it concerns none or several. */
export function getAffectedInvestor(concerns: readonly string[]): { user_id?: number } {
  const [id, ...others] = concerns.flatMap((one) => (one.startsWith('user:') ? [Number(one.slice(5))] : []))
  return id === undefined || others.length > 0 ? {} : { user_id: id }
}

/** Records that exist only once: requests are shown next to them, whatever their version. */
const SINGLE_ROWS = new Set(['settings', 'screening_list'])

/**
 * The rows next to which the panel shows an open request: what it changes, and the investor and series it concerns.
 * `series` is the stored symbol of the call's series.
 */
export function listAffectedRows(actions: readonly AuditAction[], series?: string): string[] {
  const found = new Set<string>()
  for (const action of actions) {
    const { entity_id, entity, before, after } = toApprovalChange(action)
    if (entity_id !== null) found.add(`${entity}:${entity_id}`)
    for (const version of [before, after]) {
      const fields = toFields(version)
      const userId = readId(fields.user_id)
      if (userId !== undefined) found.add(`user:${userId}`)
      if (userId !== undefined && entity_id === null) found.add(`${entity}_of:${userId}`)
      if (typeof fields.symbol === 'string') found.add(`series:${fields.symbol}`)
      for (const entry of Array.isArray(fields.entries) ? fields.entries : []) {
        const holder = readId(toFields(entry).user_id)
        if (holder !== undefined) found.add(`user:${holder}`)
      }
    }
    if (SINGLE_ROWS.has(entity)) found.add(`${entity}:1`)
  }
  if (series !== undefined) found.add(`series:${series}`)
  return [...found]
}
