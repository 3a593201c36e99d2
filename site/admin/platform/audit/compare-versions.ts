import type { AuditEntry } from '#contract/platform/audit'

/** One value of a row before and after an action. */
export interface ComparedField {
  name: string
  before: string | undefined
  after: string | undefined
  differs: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields of a version by path; a version that is not a record is a single unnamed field. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (value === undefined || (value === null && path === '')) return []
  if (!isRecord(value)) return [[path, textOf(value)]]
  return Object.entries(value).flatMap(([name, part]) => flatten(part, path ? `${path}.${name}` : name))
}

/** Both versions field by field, in row order, including fields that only one of them has. */
export function compareVersions(before: unknown, after: unknown): ComparedField[] {
  const old = new Map(flatten(before))
  const now = new Map(flatten(after))
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    name,
    before: old.get(name),
    after: now.get(name),
    differs: old.get(name) !== now.get(name),
  }))
}

/** Fields that change with every write and carry no information. */
const silent = new Set(['updated_at', 'created_at'])

/** The fields of both versions that an action changed; none for a new or deleted row, which has only one version. */
export function listChangedFields(
  before: unknown,
  after: unknown,
): { name: string; before: string; after: string }[] {
  if (!isRecord(before) || !isRecord(after)) return []
  return compareVersions(before, after).flatMap(({ name, before: old, after: now, differs }) =>
    differs && !silent.has(name) && old !== undefined && now !== undefined
      ? [{ name, before: old, after: now }]
      : [],
  )
}

/** Fields that the entry's sentence already covers: check codes, the reason and the assignee. */
const inSentence = new Set(['checks', 'reason', 'decision_reason', 'assigned_to'])

/** What is shown in full below an entry's sentence. The state of an approval request is in its verb. */
export const listInlineChanges = ({
  entity,
  before,
  after,
}: Pick<AuditEntry, 'entity' | 'before' | 'after'>) =>
  entity === 'approval' ? [] : listChangedFields(before, after).filter(({ name }) => !inSentence.has(name))
