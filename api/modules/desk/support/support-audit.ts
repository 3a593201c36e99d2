/** What the audit log and the exports contain of tickets, calls and chats alike. */
import {
  applyChange,
  type ChangedItem,
  type SupportItemChange,
  type SupportItemTimestamps,
} from './support-items.ts'

interface Item extends ChangedItem<string> {
  id: number
  reference: string
}

/** The log outlives personal data: it identifies the item, but neither the person nor the key of a chat. */
export const toAuditedItem = ({ id, reference, status, assigned_to }: Item) => ({
  id,
  reference,
  status,
  assigned_to,
})

/** The audit entries of one change to several items, in order; `noteIds` are the notes it added. */
export const buildAuditEntries = (
  kind: { action: string; entity: string },
  before: readonly Item[],
  { status, assigned_to }: SupportItemChange<string>,
  noteIds: readonly object[],
) =>
  before.map((row, at) => ({
    ...kind,
    entityId: row.id,
    before: toAuditedItem(row),
    after: { ...toAuditedItem(applyChange(row, { status, assigned_to })), ...noteIds[at] },
  }))

type Listed = Omit<SupportItemTimestamps, 'due'> & { assigned_name: string }

/** Export columns for the assignee and for whether the targets were met. */
export const assignmentColumns = [
  ['Assignee', ({ assigned_name }: Listed) => assigned_name],
  ['First response due (UTC)', (row: Listed) => row.first_answer_due?.toISOString() ?? ''],
  ['First response (UTC)', (row: Listed) => row.first_answered_at?.toISOString() ?? ''],
  ['Resolution due (UTC)', (row: Listed) => row.resolution_due?.toISOString() ?? ''],
  ['Resolved (UTC)', (row: Listed) => row.resolved_at?.toISOString() ?? ''],
] as const
