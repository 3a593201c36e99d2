/** Whether what a write changed needs a second administrator, and what a proposal has to be compared with. */
import Big from 'big.js'
import type { AuditAction } from '#common/actor'
import type { ObservedChanges } from '#common/observed-changes'
import type { TwoPairsRule } from '#contract/two-pairs'
import { canonicalJson } from '#db/audit-seal'
import type { ProposedChange } from '#db/schema/approvals'
import { toStored } from '#modules/audit/service'

type Fields = Record<string, unknown>
/** A change of one row. */
export type Change = Pick<AuditAction, 'before' | 'after'>

/** The fields of a row; none where it does not exist. */
export const fieldsOf = (version: unknown): Fields =>
  typeof version === 'object' && version !== null ? (version as Fields) : {}

/** An amount of a field of these; zero where it is missing. */
function readAmount(fields: Fields, name: string): Big {
  const value = fields[name]
  return typeof value === 'string' ? new Big(value) : new Big(0)
}

/** Sums before and after: of all amounts of a rule, such as amount and fee; or each figure whose change counts. */
export function sidesOf(rule: TwoPairsRule, { before, after }: Change): [before: Big, after: Big][] {
  const { amounts, changes = [], countsWhile, otherwise } = rule
  const sides = [fieldsOf(before), fieldsOf(after)] as const
  // What counts where the row is missing or its own figures do not.
  const instead = otherwise && fieldsOf(sides.find((side) => otherwise in side)?.[otherwise])
  const read = (side: Fields, names: readonly string[]) => {
    const counts = countsWhile === undefined || side[countsWhile] === true
    const figures = names.map((name) => readAmount(counts ? side : instead || {}, name))
    return figures.reduce((sum, figure) => sum.plus(amounts ? figure.abs() : figure), new Big(0))
  }
  const groups = amounts ? [amounts] : changes.map((name) => [name])
  return groups.map((names) => [read(sides[0], names), read(sides[1], names)])
}

const differs = ({ before, after }: Change, names: readonly string[] = []): boolean =>
  names.some((name) => fieldsOf(before)[name] !== fieldsOf(after)[name])

/** Whether a row that stays means something else than before, such as a withdrawal that was a deposit. */
export function isTurned({ turning = [] }: TwoPairsRule, change: Change): boolean {
  const [before, after] = [fieldsOf(change.before), fieldsOf(change.after)]
  // A row that is deleted for a reason has the reason after it.
  return turning.some((name) => name in before && name in after && before[name] !== after[name])
}

/** Whether a change counts with the whole amount: a row that is added or deleted, or counts otherwise than before. */
export const isWhole = (rule: TwoPairsRule, change: Change): boolean =>
  !change.before || !change.after || differs(change, rule.whole) || isTurned(rule, change)

/** Whether a change needs a second administrator whatever its amounts are. */
export const isAlways = ({ always }: TwoPairsRule, change: Change): boolean => differs(change, always)

/** Whether an action is what the rule names. `limit` is the `four_eyes_amount` of the settings. */
function fits(rule: TwoPairsRule, audited: AuditAction, limit: string): boolean {
  const { actions, fields, amounts, changes } = rule
  const { action } = audited
  if (actions && !actions.includes(action)) return false
  if (fields && !differs(audited, fields)) return false
  if (!amounts && !changes) return true
  if (isAlways(rule, audited)) return true
  const isLarge = (amount: Big) => amount.abs().gt(limit)
  return sidesOf(rule, audited).some(([from, to]) => {
    if (!amounts) return isLarge(to.minus(from))
    return isTurned(rule, audited) ? isLarge(from.plus(to)) : isLarge(from) || isLarge(to)
  })
}

/** The action for which a second administrator is needed; undefined when none is. */
export const findDecisive = (
  rule: TwoPairsRule,
  actions: readonly AuditAction[],
  limit: string,
): AuditAction | undefined => actions.findLast((action) => fits(rule, action, limit))

const isNew = ({ before }: AuditAction): boolean => before === undefined || before === null

/** An action as a proposal keeps it. A row that does not exist yet has no id. */
export function toChange(action: AuditAction): ProposedChange {
  const { entity, entityId, before, after } = action
  return {
    action: action.action,
    entity,
    entity_id: isNew(action) || entityId === undefined || entityId === '' ? null : Number(entityId),
    before: toStored(before),
    after: toStored(isNew(action) ? withoutGenerated(toStored(after)) : after),
  }
}

/** Fields that the database makes anew each time that a row is written. */
const GENERATED = ['id', 'created_at', 'updated_at', 'at', 'hash', 'url']

/** A row without what is made when it is written: that of a proposal is thrown away. */
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
 * SHA-256 of everything that a proposal was based on and would write. Made again when it is approved: if it differs,
 * the second administrator would approve something else than what is shown.
 */
export function fingerprintOf({ actions, versions }: ObservedChanges): string {
  const content = actions.map((action) => {
    const change = toChange(action)
    return { ...change, after: withoutGenerated(change.after) }
  })
  return new Bun.CryptoHasher('sha256').update(canonicalJson([content, versions])).digest('hex')
}

const readId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The investor that a proposal is about, for its entries in the audit log; nothing where it is about none or several. */
export function concernedInvestor(concerns: readonly string[]): { user_id?: number } {
  const [id, ...others] = concerns.flatMap((one) => (one.startsWith('user:') ? [Number(one.slice(5))] : []))
  return id === undefined || others.length > 0 ? {} : { user_id: id }
}

/** What there is one of: its proposals are shown beside it, whatever version it has. */
const SINGLE_ROWS = new Set(['settings', 'screening_list'])

/**
 * The rows beside which the panel shows that a proposal waits: what it changes, and the investor and the series that
 * it is about. `series` is the symbol of that of the call, as it is stored.
 */
export function concernsOf(actions: readonly AuditAction[], series?: string): string[] {
  const found = new Set<string>()
  for (const action of actions) {
    const { entity_id, entity, before, after } = toChange(action)
    if (entity_id !== null) found.add(`${entity}:${entity_id}`)
    for (const version of [before, after]) {
      const fields = fieldsOf(version)
      const userId = readId(fields.user_id)
      if (userId !== undefined) found.add(`user:${userId}`)
      if (userId !== undefined && entity_id === null) found.add(`${entity}_of:${userId}`)
      if (typeof fields.symbol === 'string') found.add(`series:${fields.symbol}`)
      for (const entry of Array.isArray(fields.entries) ? fields.entries : []) {
        const holder = readId(fieldsOf(entry).user_id)
        if (holder !== undefined) found.add(`user:${holder}`)
      }
    }
    if (SINGLE_ROWS.has(entity)) found.add(`${entity}:1`)
  }
  if (series !== undefined) found.add(`series:${series}`)
  return [...found]
}
