/** Saved views: a named panel address, private or shared with all administrators. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success } from '#contract/admin-endpoint'
import { get, post, remove } from '#contract/endpoint'
import { AdministratorReference } from '#contract/people/admin-notes'
import { Id, NAME_MAX, SingleLineText } from '#contract/schema-builders'

/** Maximum views of one administrator. */
export const VIEWS_MAX = 100

export const SavedView = Type.Object({
  id: Id(),
  name: Type.String(),
  section: Type.String({ description: 'Value of `d` in the query string' }),
  address: Type.String({ description: 'Panel query string' }),
  shared: Type.Boolean({ description: 'Whether shared with all administrators' }),
  by: AdministratorReference,
})
export type SavedView = Static<typeof SavedView>

export const ViewBody = Type.Object({
  name: SingleLineText(NAME_MAX),
  section: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z-]*$', examples: ['users'] }),
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: '^\\?[\\x21-\\x7E]*$',
    errorMessage: 'Send the query string of the section, starting with a question mark',
    examples: ['?d=users&filter=unverified'],
  }),
  shared: Type.Boolean({ default: false }),
})
export type ViewBody = Static<typeof ViewBody>

export const adminViews = {
  list: get(adminPath('/views'), {
    summary: 'List own and shared views by name',
    access: 'admin:self',
    response: Type.Object({ views: Type.Array(SavedView, { maxItems: 1000 }) }),
  }),
  create: post(adminPath('/views'), {
    summary: 'Save a view; sharing requires a role with write access',
    access: 'admin:self',
    body: ViewBody,
    status: 201,
    idempotent: true,
    response: Type.Object({ view: SavedView }),
    problems: ['conflict'],
  }),
  delete: remove(adminPath('/views/:id'), {
    summary: 'Delete your own view; owners can also delete shared views',
    access: 'admin:self',
    params: Type.Object({ id: Id() }),
    response: Success,
    problems: ['not_found'],
  }),
}
