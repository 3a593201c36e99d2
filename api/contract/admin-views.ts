/** Saved views: an address of the panel under a name, for oneself or for all administrators. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm, Done } from './admin.ts'
import { By } from './admin-notes.ts'
import { get, post, remove } from './endpoint.ts'
import { Id, Line, NAME_MAX } from './schema.ts'

/** Most views of one administrator. */
export const VIEWS_MAX = 100

export const SavedView = Type.Object({
  id: Id(),
  name: Type.String(),
  section: Type.String({ description: 'The value of `d` in its address' }),
  address: Type.String({ description: 'Query of the panel' }),
  shared: Type.Boolean({ description: 'Whether all administrators see it' }),
  by: By,
})
export type SavedView = Static<typeof SavedView>

export const ViewBody = Type.Object({
  name: Line(NAME_MAX),
  section: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z-]*$', examples: ['users'] }),
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: '^\\?[\\x21-\\x7E]*$',
    says: 'Send the query of the section, beginning with a question mark',
    examples: ['?d=users&filter=unverified'],
  }),
  shared: Type.Boolean({ default: false }),
})
export type ViewBody = Static<typeof ViewBody>

export const adminViews = {
  list: get(adm('/views'), {
    summary: 'The own views and those that others share, by name',
    access: 'admin:self',
    response: Type.Object({ views: Type.Array(SavedView, { maxItems: 1000 }) }),
  }),
  create: post(adm('/views'), {
    summary: 'Saves a view; sharing one needs a role that may write',
    access: 'admin:self',
    body: ViewBody,
    status: 201,
    idempotent: true,
    response: Type.Object({ view: SavedView }),
    problems: ['conflict'],
  }),
  remove: remove(adm('/views/:id'), {
    summary: 'Deletes an own view; owners delete shared ones of others too',
    access: 'admin:self',
    params: Type.Object({ id: Id() }),
    response: Done,
    problems: ['not_found'],
  }),
}
