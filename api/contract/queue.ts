/** What waits for the desk, over all sections. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { get } from './endpoint.ts'
import { Id, Nullable, OneOf, Timestamp } from './schema.ts'

export const queueKinds = [
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
export type QueueKind = (typeof queueKinds)[number]

/** Most items of one response. */
export const QUEUE_MAX = 200
/** Most items of each kind where all kinds are asked for: together not more than {@link QUEUE_MAX}. */
export const QUEUE_EACH_MAX = Math.floor(QUEUE_MAX / queueKinds.length)

export const QueueItem = Type.Object({
  kind: OneOf(queueKinds),
  id: Id(),
  title: Type.String(),
  user: Nullable(
    Type.Object({
      id: Nullable(Id(), { description: 'Null for a visitor' }),
      name: Type.String(),
    }),
    { description: 'Whom it is about; null where it is about nobody' },
  ),
  age_s: Type.Integer({ description: 'Seconds since it has waited' }),
  due_at: Nullable(Timestamp(), { description: 'The target' }),
  link: Type.String({
    description: 'Query of the panel that opens it; empty where there is nothing to open',
    examples: ['?d=support&item=12'],
  }),
})
export type QueueItem = Static<typeof QueueItem>

export const queue = {
  read: get(adm('/queue'), {
    summary:
      'What waits, oldest first, of the kinds that the caller may decide; of one kind, hits of the screening are the most alike first',
    access: 'admin:self',
    query: Type.Object({
      kind: Type.Optional(OneOf(queueKinds)),
      each: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: QUEUE_EACH_MAX,
          description: 'Only so many of each kind, its first, so that no kind leaves another out',
        }),
      ),
    }),
    response: Type.Object({
      items: Type.Array(QueueItem, { maxItems: QUEUE_MAX }),
      counts: Type.Array(
        Type.Object({
          kind: OneOf(queueKinds),
          count: Type.Integer(),
          due_at: Nullable(Timestamp(), { description: 'The first target of those that are counted' }),
        }),
        { description: `How many wait, by kind; counted up to ${QUEUE_MAX + 1}` },
      ),
    }),
  }),
}
