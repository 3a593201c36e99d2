/** Open items for the desk, across all sections. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { get } from '#contract/endpoint'
import { Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'

export const workQueueTypes = [
  'verification',
  'screening',
  'email_dispute',
  'subscription',
  'request',
  'approval',
  'ticket',
  'call',
  'chat',
  'mail',
  'attestation',
  'snapshot',
  'feed',
] as const
export type WorkQueueType = (typeof workQueueTypes)[number]

/** Maximum items in one response. */
export const WORK_QUEUE_ITEMS_MAX = 200
/** Maximum items of each type when all types are requested: together at most {@link WORK_QUEUE_ITEMS_MAX}. */
export const WORK_QUEUE_ITEMS_PER_TYPE_MAX = Math.floor(WORK_QUEUE_ITEMS_MAX / workQueueTypes.length)

export const WorkQueueItem = Type.Object({
  kind: StringEnum(workQueueTypes),
  id: Id(),
  title: Type.String(),
  user: Nullable(
    Type.Object({
      id: Nullable(Id(), { description: 'Null for a visitor' }),
      name: Type.String(),
    }),
    { description: 'Person concerned; null if none' },
  ),
  age_s: Type.Integer({ description: 'Seconds pending' }),
  due_at: Nullable(Timestamp(), { description: 'The target' }),
  link: Type.String({
    description: 'Panel query string that opens the item; empty if none',
    examples: ['?d=support&item=12'],
  }),
})
export type WorkQueueItem = Static<typeof WorkQueueItem>

export const workQueue = {
  get: get(adminPath('/queue'), {
    summary:
      'Work queue, oldest first, limited to items the caller can decide; screening matches alone are sorted by match score',
    access: 'admin:self',
    query: Type.Object({
      kind: Type.Optional(StringEnum(workQueueTypes)),
      each: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: WORK_QUEUE_ITEMS_PER_TYPE_MAX,
          description: 'Maximum number of items per kind',
        }),
      ),
    }),
    response: Type.Object({
      items: Type.Array(WorkQueueItem, { maxItems: WORK_QUEUE_ITEMS_MAX }),
      counts: Type.Array(
        Type.Object({
          kind: StringEnum(workQueueTypes),
          count: Type.Integer(),
          due_at: Nullable(Timestamp(), { description: 'Earliest due date among those counted' }),
        }),
        { description: `Pending items by kind; counted up to ${WORK_QUEUE_ITEMS_MAX + 1}` },
      ),
    }),
  }),
}
