/** Internal notes about investors, and the colleagues that they name. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm, basedOn, Done } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Id, Nullable, Text, Timestamp } from './schema.ts'

/** Most notes about one investor. */
export const NOTES_MAX = 500

/** An administrator by name; null once the account is removed. */
export const By = Nullable(Type.Object({ id: Id(), username: Type.String() }), {
  description: 'Null where no administrator did it, or the account was removed',
})

export const Note = Type.Object({
  id: Id(),
  text: Type.String(),
  pinned: Type.Boolean(),
  by: By,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Note = Static<typeof Note>

const NoteText = () => Text(5000, { description: '`@username` tells that administrator in the panel' })
export const NoteBody = Type.Object({ text: NoteText(), pinned: Type.Boolean({ default: false }) })
export type NoteBody = Static<typeof NoteBody>
export const NoteEdit = Type.Object({
  text: Type.Optional(NoteText()),
  pinned: Type.Optional(Type.Boolean()),
  ...basedOn,
})
export type NoteEdit = Static<typeof NoteEdit>

export const Mention = Type.Object({
  note_id: Id(),
  user: Type.Object({ id: Id(), name: Type.String() }),
  text: Type.String(),
  by: By,
  created_at: Timestamp(),
})
export type Mention = Static<typeof Mention>

const ofUser = Type.Object({ id: Id() })
const ofNote = Type.Object({ id: Id(), note_id: Id() })
const oneNote = Type.Object({ note: Note })

export const adminNotes = {
  list: get(adm('/users/:id/notes'), {
    summary: 'The internal notes about an investor, pinned ones first, then newest first',
    access: 'admin:read_desk',
    params: ofUser,
    response: Type.Object({ notes: Type.Array(Note, { maxItems: NOTES_MAX }) }),
    problems: ['not_found'],
  }),
  create: post(adm('/users/:id/notes'), {
    summary: 'Adds an internal note, which the investor never sees',
    access: 'admin:desk',
    params: ofUser,
    body: NoteBody,
    status: 201,
    idempotent: true,
    response: oneNote,
    problems: ['not_found', 'conflict'],
  }),
  update: put(adm('/users/:id/notes/:note_id'), {
    summary: 'Changes the text of an own note, or pins any note',
    access: 'admin:desk',
    params: ofNote,
    body: NoteEdit,
    response: oneNote,
    problems: ['not_found', 'stale_write'],
  }),
  remove: remove(adm('/users/:id/notes/:note_id'), {
    summary: 'Deletes an own note',
    access: 'admin:desk',
    params: ofNote,
    response: Done,
    problems: ['not_found'],
  }),
  mentions: get(adm('/mentions'), {
    summary: 'Notes that name the caller and that the caller has not read yet, newest first',
    access: 'admin:self',
    response: Type.Object({ mentions: Type.Array(Mention, { maxItems: 50 }) }),
  }),
  readMention: put(adm('/mentions/:note_id'), {
    summary: 'Marks a note that names the caller as read',
    access: 'admin:self',
    params: Type.Object({ note_id: Id() }),
    response: Done,
    problems: ['not_found'],
  }),
}
