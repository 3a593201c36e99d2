/** Internal notes about investors, and the colleagues they mention. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success, versionGuard } from '#contract/admin-endpoint'
import { get, post, put, remove } from '#contract/endpoint'
import { Id, MultilineText, Nullable, Timestamp } from '#contract/schema-builders'

/** Maximum notes about one investor. */
export const NOTES_MAX = 500

/** An administrator by name; null once the account is removed. */
export const AdministratorReference = Nullable(Type.Object({ id: Id(), username: Type.String() }), {
  description: 'Null if not an administrator, or if the account was deleted',
})

export const Note = Type.Object({
  id: Id(),
  text: Type.String(),
  pinned: Type.Boolean(),
  by: AdministratorReference,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Note = Static<typeof Note>

const NoteText = () =>
  MultilineText(5000, { description: '`@username` notifies that administrator in the panel' })
export const NoteBody = Type.Object({ text: NoteText(), pinned: Type.Boolean({ default: false }) })
export type NoteBody = Static<typeof NoteBody>
export const NoteEdit = Type.Object({
  text: Type.Optional(NoteText()),
  pinned: Type.Optional(Type.Boolean()),
  ...versionGuard,
})
export type NoteEdit = Static<typeof NoteEdit>

export const Mention = Type.Object({
  note_id: Id(),
  user: Type.Object({ id: Id(), name: Type.String() }),
  text: Type.String(),
  by: AdministratorReference,
  created_at: Timestamp(),
})
export type Mention = Static<typeof Mention>

const ofUser = Type.Object({ id: Id() })
const ofNote = Type.Object({ id: Id(), note_id: Id() })
const oneNote = Type.Object({ note: Note })

export const adminNotes = {
  list: get(adminPath('/users/:id/notes'), {
    summary: 'List internal notes on an investor, pinned first, then newest first',
    access: 'admin:read_desk',
    params: ofUser,
    response: Type.Object({ notes: Type.Array(Note, { maxItems: NOTES_MAX }) }),
    problems: ['not_found'],
  }),
  create: post(adminPath('/users/:id/notes'), {
    summary: 'Add an internal note; not visible to the investor',
    access: 'admin:desk',
    params: ofUser,
    body: NoteBody,
    status: 201,
    idempotent: true,
    response: oneNote,
    problems: ['not_found', 'conflict'],
  }),
  update: put(adminPath('/users/:id/notes/:note_id'), {
    summary: 'Edit your own note, or pin any note',
    access: 'admin:desk',
    params: ofNote,
    body: NoteEdit,
    response: oneNote,
    problems: ['not_found', 'stale_write'],
  }),
  delete: remove(adminPath('/users/:id/notes/:note_id'), {
    summary: 'Delete your own note',
    access: 'admin:desk',
    params: ofNote,
    response: Success,
    problems: ['not_found'],
  }),
  listMentions: get(adminPath('/mentions'), {
    summary: 'List unread notes that mention the caller, newest first',
    access: 'admin:self',
    response: Type.Object({ mentions: Type.Array(Mention, { maxItems: 50 }) }),
  }),
  markMentionRead: put(adminPath('/mentions/:note_id'), {
    summary: 'Mark a note that mentions the caller as read',
    access: 'admin:self',
    params: Type.Object({ note_id: Id() }),
    response: Success,
    problems: ['not_found'],
  }),
}
