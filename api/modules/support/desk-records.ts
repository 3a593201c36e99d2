/** What the audit log and the exports keep of tickets, calls and chats alike. */
import { type ChangedItem, changed, type DeskChange, type DeskDates } from './desk.ts'

interface Item extends ChangedItem<string> {
  id: number
  reference: string
}

/** The log outlives the writer's data: it contains the item, neither the person nor the key of a chat. */
export const auditable = ({ id, reference, status, assigned_to }: Item) => ({
  id,
  reference,
  status,
  assigned_to,
})

/** The audit entries of one change of several items, in their order; `noteIds` are of the notes that it added. */
export const entriesOf = (
  kind: { action: string; entity: string },
  before: readonly Item[],
  { status, assigned_to }: DeskChange<string>,
  noteIds: readonly object[],
) =>
  before.map((row, at) => ({
    ...kind,
    entityId: row.id,
    before: auditable(row),
    after: { ...auditable(changed(row, { status, assigned_to })), ...noteIds[at] },
  }))

type Listed = Omit<DeskDates, 'due'> & { assigned_name: string }

/** The columns of an export that say who works on an item and what was kept of its targets. */
export const handlingColumns = [
  ['Assigned to', ({ assigned_name }: Listed) => assigned_name],
  ['First answer due (UTC)', (row: Listed) => row.first_answer_due?.toISOString() ?? ''],
  ['First answered (UTC)', (row: Listed) => row.first_answered_at?.toISOString() ?? ''],
  ['Resolution due (UTC)', (row: Listed) => row.resolution_due?.toISOString() ?? ''],
  ['Resolved (UTC)', (row: Listed) => row.resolved_at?.toISOString() ?? ''],
] as const
