/** What tickets, calls and chats of the desk share: who works on them, by when, notes, prepared answers, feedback. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm, BulkIds, basedOn, Done, EditOf } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Id, Line, NAME_MAX, Nullable, OneOf, Text, Timestamp } from './schema.ts'

/** Fields of each of them. */
export const deskFields = {
  assigned_to: Nullable(Id(), { description: 'The administrator who works on it' }),
  assigned_name: Type.String({ description: 'The name of this administrator; empty without one' }),
  first_answered_at: Nullable(Timestamp(), { description: 'When the team first answered' }),
  resolved_at: Nullable(Timestamp(), { description: 'Since when there is nothing left to do' }),
  first_answer_due: Nullable(Timestamp(), {
    description:
      'By when the department means to answer, counted in its hours of work; null without a target',
  }),
  resolution_due: Nullable(Timestamp(), { description: 'The same for being done' }),
  due: Nullable(Timestamp(), { description: 'The next of the two that is still open' }),
}
export type DeskFields = { [Name in keyof typeof deskFields]: Static<(typeof deskFields)[Name]> }

/** The filter of a list by who works on the items. */
export const Assigned = () =>
  Type.Optional(
    Type.String({
      maxLength: 10,
      pattern: '^(none|me|[1-9][0-9]{0,8})$',
      says: 'Choose `none`, `me` or the id of an administrator',
      examples: ['me'],
    }),
  )

export const DeskNote = Type.Object({
  id: Id(),
  text: Type.String(),
  by: Nullable(Type.Object({ id: Id(), username: Type.String() }), {
    description: 'Null when the account was deleted',
  }),
  created_at: Timestamp(),
})
export type DeskNote = Static<typeof DeskNote>

export const Feedback = Nullable(
  Type.Object({
    score: Type.Integer({ minimum: 1, maximum: 5 }),
    text: Type.String(),
    answered_at: Timestamp(),
  }),
  { description: 'How satisfied the writer was after closing; null while there is no answer' },
)
export type Feedback = Static<typeof Feedback>

const assigned_to = Type.Optional(
  Nullable(Id(), { description: 'An active administrator, or null for nobody' }),
)

/** A change of one item: any of its parts, at least one. */
export const change = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({
    status: Type.Optional(OneOf(statuses)),
    assigned_to,
    internal_note: Type.Optional(Text()),
    ...basedOn,
  })

/** The same for many items, which share no note. */
export const manyChanges = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({ ids: BulkIds('rows'), status: Type.Optional(OneOf(statuses)), assigned_to })

/** The same for items whose status can be taken back while nobody was told. */
export const undoableChanges = <const S extends string>(statuses: readonly S[], description: string) =>
  Type.Object({
    ...manyChanges(statuses).properties,
    undo: Type.Optional(Type.Literal(true, { description })),
  })

/** Milliseconds for which the server takes a change back; the panel offers it for ten seconds. */
export const UNDO_MS = 60_000

export const CannedReply = Type.Object({
  id: Id(),
  title: Type.String(),
  text: Type.String(),
  updated_at: Timestamp(),
})
export type CannedReply = Static<typeof CannedReply>

export const CannedReplyBody = Type.Object({ title: Line(NAME_MAX), text: Text() })
export type CannedReplyBody = Static<typeof CannedReplyBody>

/** Prepared answers that there may be. */
export const CANNED_REPLIES_MAX = 200

const params = Type.Object({ id: Id() })
const One = Type.Object({ canned_reply: CannedReply })

export const adminDesk = {
  agents: get(adm('/support/agents'), {
    summary: 'Who can be assigned: active administrators whose roles allow the desk, by name',
    access: 'admin:read_desk',
    response: Type.Object({ agents: Type.Array(Type.Object({ id: Id(), username: Type.String() })) }),
  }),
  satisfaction: get(adm('/support/satisfaction'), {
    summary:
      'The average of the answers of the last 90 days about closed tickets and chats, and their number',
    access: 'admin:read_desk',
    response: Type.Object({
      period_days: Type.Integer(),
      asked: Type.Integer(),
      answers: Type.Integer(),
      average: Nullable(Type.String({ description: 'Of 1 to 5, with one decimal', examples: ['4.6'] })),
    }),
  }),
  cannedReplies: get(adm('/canned-replies'), {
    summary: 'The prepared answers, by title',
    access: 'admin:read_desk',
    response: Type.Object({ canned_replies: Type.Array(CannedReply) }),
  }),
  createCannedReply: post(adm('/canned-replies'), {
    summary: `Adds a prepared answer, up to ${CANNED_REPLIES_MAX} of them; unknown placeholders are refused`,
    access: 'admin:desk',
    body: CannedReplyBody,
    status: 201,
    response: One,
    idempotent: true,
    problems: ['conflict'],
  }),
  updateCannedReply: put(adm('/canned-replies/:id'), {
    summary: 'Changes a prepared answer; unknown placeholders are refused',
    access: 'admin:desk',
    params,
    body: EditOf(CannedReplyBody),
    response: One,
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  deleteCannedReply: remove(adm('/canned-replies/:id'), {
    summary: 'Deletes a prepared answer',
    access: 'admin:desk',
    params,
    response: Done,
    problems: ['not_found'],
  }),
}
