import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { iconTypes, tokenColors } from '#shared/enums/tokens'
import { adm, basedOn, csvFile, Done, EditOf } from './admin.ts'
import { get, patch, post, put, remove } from './endpoint.ts'
import { Id, Line, NAME_MAX, OneOf, SUBJECT_MAX, Text, Timestamp } from './schema.ts'
import { TOKEN_SYMBOL_MAX, Token } from './tokens.ts'

export const TokenCategory = Type.Object({
  id: Id(),
  name: Type.String(),
  token_count: Type.Integer({ description: 'Number of tokens in it, inactive ones included' }),
  updated_at: Timestamp(),
})
export type TokenCategory = Static<typeof TokenCategory>

export const TokenBody = Type.Object({
  symbol: Line(TOKEN_SYMBOL_MAX, {
    // A portfolio without a requested token has 'none'.
    pattern: '^(?!\\$?[Nn][Oo][Nn][Ee]$)\\$?[A-Za-z0-9][A-Za-z0-9._-]*$',
    says: 'Enter a symbol such as $WITGOLD: letters, digits, dots, hyphens and underscores, and not the word none',
  }),
  name: Line(NAME_MAX),
  category: Line(NAME_MAX, { description: 'Name of an existing category' }),
  location: Line(SUBJECT_MAX),
  description: Text(),
  icon: Line(NAME_MAX, { description: 'Name of a drawing; with a custom icon, its display name' }),
  icon_type: OneOf(iconTypes, { default: 'lucide' }),
  icon_url: Line(500, {
    minLength: 0,
    default: '',
    description: 'Of an uploaded icon; with `custom` only',
  }),
  color: OneOf(tokenColors),
  is_active: Type.Boolean({ default: true }),
})
export type TokenBody = Static<typeof TokenBody>

export const TokenEdit = EditOf(TokenBody)
export type TokenEdit = Static<typeof TokenEdit>

const CategoryBody = Type.Object({ name: Line(NAME_MAX) })

/** Which tokens the panel shows. */
export const tokenStates = ['all', 'active', 'inactive'] as const

const oneToken = Type.Object({ token: Token })
const oneCategory = Type.Object({ category: TokenCategory })
const byId = Type.Object({ id: Id() })

export const ICON_MAX = 10 * 1024 * 1024
export const ICON_TOO_LARGE = 'File size too large. Maximum 10MB allowed'
export const ICON_WRONG_TYPE = 'Only PNG, JPEG, SVG, and WebP images are allowed'
/** Bytes of an SVG icon, as received and as stored. Larger drawings are maps and scans. */
export const SVG_MAX = 256_000
export const SVG_TOO_LARGE =
  'File size too large. An SVG may have at most 256 kB. Simplify it or upload a PNG'
export const SVG_TOO_COMPLEX = 'This SVG is too complex for an icon. Simplify it or upload a PNG'
export const SVG_HAS_ENTITIES =
  'This SVG begins with a document type that declares entities. Save it as plain SVG, without a document type'

export const TokenIconFile = Type.Object({
  filename: Type.String({ description: 'The generated name it is stored under' }),
  url: Type.String({ examples: ['/documents/uploads/icons/gold-bar-3f9a0b1c.png'] }),
})
export type TokenIconFile = Static<typeof TokenIconFile>

export const adminTokens = {
  list: get(adm('/tokens'), {
    summary: 'All tokens, inactive ones included, in the order in which they were added',
    access: 'admin:read',
    response: Type.Object({ tokens: Type.Array(Token) }),
  }),
  exportCsv: get(
    adm('/tokens/export'),
    csvFile('admin:read', 'The tokens, in the order in which they were added,', {
      category: Type.Optional(Line(NAME_MAX)),
      state: OneOf(tokenStates, { default: 'all' }),
    }),
  ),
  create: post(adm('/tokens'), {
    summary: 'Adds a token',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: TokenBody,
    response: oneToken,
    problems: ['conflict'],
  }),
  update: put(adm('/tokens/:id'), {
    summary: 'Changes a token; a new symbol is copied to pending requests for it',
    access: 'admin:money',
    params: byId,
    body: TokenEdit,
    response: oneToken,
    problems: ['conflict', 'stale_write'],
  }),
  setStatus: patch(adm('/tokens/:id/status'), {
    summary: 'Opens a token for investment or hides it from investors',
    access: 'admin:money',
    params: byId,
    body: Type.Object({ is_active: Type.Boolean(), ...basedOn }),
    response: oneToken,
    problems: ['stale_write'],
  }),
  remove: remove(adm('/tokens/:id'), {
    summary: 'Deletes a token without pending requests; investments keep its symbol',
    access: 'admin:money',
    params: byId,
    response: Done,
    problems: ['conflict'],
  }),
}

export const adminCategories = {
  list: get(adm('/tokens/categories'), {
    summary: 'The categories, with the number of their tokens; needs no token',
    access: 'admin-path',
    response: Type.Object({ categories: Type.Array(TokenCategory) }),
  }),
  create: post(adm('/tokens/categories'), {
    summary: 'Adds a category',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: CategoryBody,
    response: oneCategory,
    problems: ['conflict'],
  }),
  update: put(adm('/tokens/categories/:id'), {
    summary: 'Renames a category, and so the category of its tokens',
    access: 'admin:money',
    params: byId,
    body: EditOf(CategoryBody),
    response: oneCategory,
    problems: ['conflict', 'stale_write'],
  }),
  remove: remove(adm('/tokens/categories/:id'), {
    summary: 'Deletes a category without tokens',
    access: 'admin:money',
    params: byId,
    response: Done,
    problems: ['conflict'],
  }),
}

export const adminIcons = {
  list: get(adm('/tokens/icons'), {
    summary: 'Uploaded icons, newest first',
    access: 'admin:read',
    response: Type.Object({ icons: Type.Array(TokenIconFile) }),
  }),
  upload: post(adm('/tokens/icons/upload'), {
    summary: 'Stores an icon: a PNG, JPEG, WebP or SVG image, re-encoded without active content',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: Type.Object({}),
    upload: { field: 'icon', maxFile: ICON_MAX, tooLarge: ICON_TOO_LARGE },
    response: Type.Object({ filename: Type.String(), icon_url: Type.String() }),
    problems: ['storage_full'],
  }),
  remove: remove(adm('/tokens/icons/:filename'), {
    summary: 'Deletes an icon that no token uses',
    access: 'admin:money',
    params: Type.Object({
      filename: Type.String({ maxLength: 255, pattern: '^[a-z0-9-]+\\.(png|jpg|webp|svg)$' }),
    }),
    response: Done,
    problems: ['conflict'],
  }),
}
