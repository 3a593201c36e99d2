/** What tickets, calls and chats share: assignees, targets, notes, canned replies, feedback. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, BulkIds, EditBody, Success, versionGuard } from '#contract/admin-endpoint'
import { get, post, put, remove } from '#contract/endpoint'
import {
  Id,
  MultilineText,
  NAME_MAX,
  Nullable,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'

/** Fields that all three have. */
export const supportItemFields = {
  assigned_to: Nullable(Id(), { description: 'Assignee' }),
  assigned_name: Type.String({ description: 'Name of the assignee; empty if unassigned' }),
  first_answered_at: Nullable(Timestamp(), { description: 'Time of the first response' }),
  resolved_at: Nullable(Timestamp(), { description: 'Time of resolution' }),
  first_answer_due: Nullable(Timestamp(), {
    description: 'First response due, counted in business hours of the department; null without a target',
  }),
  resolution_due: Nullable(Timestamp(), { description: 'Resolution due; null without a target' }),
  due: Nullable(Timestamp(), { description: 'Next open target' }),
}
export type SupportItemFields = {
  [Name in keyof typeof supportItemFields]: Static<(typeof supportItemFields)[Name]>
}

/** List filter by assignee. */
export const AssigneeFilter = () =>
  Type.Optional(
    Type.String({
      maxLength: 10,
      pattern: '^(none|me|[1-9][0-9]{0,8})$',
      errorMessage: 'Enter `none`, `me` or an administrator id',
      examples: ['me'],
    }),
  )

export const SupportNote = Type.Object({
  id: Id(),
  text: Type.String(),
  by: Nullable(Type.Object({ id: Id(), username: Type.String() }), {
    description: 'Null if the account was deleted',
  }),
  created_at: Timestamp(),
})
export type SupportNote = Static<typeof SupportNote>

export const Feedback = Nullable(
  Type.Object({
    score: Type.Integer({ minimum: 1, maximum: 5 }),
    text: Type.String(),
    answered_at: Timestamp(),
  }),
  { description: 'Satisfaction rating after closing; null if not rated' },
)
export type Feedback = Static<typeof Feedback>

const assigned_to = Type.Optional(
  Nullable(Id(), { description: 'An active administrator, or null to unassign' }),
)

/** A change to one item: at least one of its parts. */
export const SupportItemUpdate = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({
    status: Type.Optional(StringEnum(statuses)),
    assigned_to,
    internal_note: Type.Optional(MultilineText()),
    ...versionGuard,
  })

/** The same for several items, which share no note. */
export const SupportItemsUpdate = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({ ids: BulkIds('rows'), status: Type.Optional(StringEnum(statuses)), assigned_to })

/** The same for items whose status can be undone because no one has been notified yet. */
export const UndoableSupportItemsUpdate = <const S extends string>(
  statuses: readonly S[],
  description: string,
) =>
  Type.Object({
    ...SupportItemsUpdate(statuses).properties,
    undo: Type.Optional(Type.Literal(true, { description })),
  })

/** Milliseconds for which the server accepts an undo; the panel offers it for ten seconds. */
export const UNDO_WINDOW_MS = 60_000

export const CannedReply = Type.Object({
  id: Id(),
  title: Type.String(),
  text: Type.String(),
  updated_at: Timestamp(),
})
export type CannedReply = Static<typeof CannedReply>

export const CannedReplyBody = Type.Object({ title: SingleLineText(NAME_MAX), text: MultilineText() })
export type CannedReplyBody = Static<typeof CannedReplyBody>

/** Maximum number of canned replies. */
export const CANNED_REPLIES_MAX = 200

const params = Type.Object({ id: Id() })
const One = Type.Object({ canned_reply: CannedReply })

export const adminSupportItems = {
  listAgents: get(adminPath('/support/agents'), {
    summary: 'List possible assignees: active administrators with support access, by name',
    access: 'admin:read_desk',
    response: Type.Object({ agents: Type.Array(Type.Object({ id: Id(), username: Type.String() })) }),
  }),
  getSatisfaction: get(adminPath('/support/satisfaction'), {
    summary: 'Average and number of satisfaction ratings for closed tickets and chats in the last 90 days',
    access: 'admin:read_desk',
    response: Type.Object({
      period_days: Type.Integer(),
      asked: Type.Integer(),
      answers: Type.Integer(),
      average: Nullable(
        Type.String({ description: 'Average rating from 1 to 5, one decimal', examples: ['4.6'] }),
      ),
    }),
  }),
  listCannedReplies: get(adminPath('/canned-replies'), {
    summary: 'List canned replies by title',
    access: 'admin:read_desk',
    response: Type.Object({ canned_replies: Type.Array(CannedReply) }),
  }),
  createCannedReply: post(adminPath('/canned-replies'), {
    summary: `Add a canned reply (up to ${CANNED_REPLIES_MAX}); unknown placeholders are rejected`,
    access: 'admin:desk',
    body: CannedReplyBody,
    status: 201,
    response: One,
    idempotent: true,
    problems: ['conflict'],
  }),
  updateCannedReply: put(adminPath('/canned-replies/:id'), {
    summary: 'Update a canned reply; unknown placeholders are rejected',
    access: 'admin:desk',
    params,
    body: EditBody(CannedReplyBody),
    response: One,
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  deleteCannedReply: remove(adminPath('/canned-replies/:id'), {
    summary: 'Delete a canned reply',
    access: 'admin:desk',
    params,
    response: Success,
    problems: ['not_found'],
  }),
}
