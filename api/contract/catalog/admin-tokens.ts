import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, csvExport, EditBody, Success, versionGuard } from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, patch, post, put, remove } from '#contract/endpoint'
import {
  Id,
  MultilineText,
  NAME_MAX,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import { iconTypes, tokenColors } from '#shared/enums/tokens'
import { TOKEN_SYMBOL_MAX, Token } from './tokens.ts'

export const TokenCategory = Type.Object({
  id: Id(),
  name: Type.String(),
  token_count: Type.Integer({ description: 'Number of tokens, including inactive ones' }),
  updated_at: Timestamp(),
})
export type TokenCategory = Static<typeof TokenCategory>

export const TokenBody = Type.Object({
  symbol: SingleLineText(TOKEN_SYMBOL_MAX, {
    // A portfolio without a requested token has 'none'.
    pattern: '^(?!\\$?[Nn][Oo][Nn][Ee]$)\\$?[A-Za-z0-9][A-Za-z0-9._-]*$',
    errorMessage:
      'Enter a symbol such as $WITGOLD, using letters, digits, dots, hyphens and underscores. “none” is not allowed',
  }),
  name: SingleLineText(NAME_MAX),
  category: SingleLineText(NAME_MAX, { description: 'Name of an existing category' }),
  location: SingleLineText(SUBJECT_MAX),
  description: MultilineText(),
  icon: SingleLineText(NAME_MAX, {
    description: 'Name of a built-in icon, or display name of a custom icon',
  }),
  icon_type: StringEnum(iconTypes, { default: 'lucide' }),
  icon_url: SingleLineText(500, {
    minLength: 0,
    default: '',
    description: 'URL of an uploaded icon; only with `custom`',
  }),
  color: StringEnum(tokenColors),
  is_active: Type.Boolean({ default: true }),
})
export type TokenBody = Static<typeof TokenBody>

export const TokenEdit = EditBody(TokenBody)
export type TokenEdit = Static<typeof TokenEdit>

const CategoryBody = Type.Object({ name: SingleLineText(NAME_MAX) })

/** Which tokens the panel shows. */
export const tokenStatusFilters = ['all', 'active', 'inactive'] as const

const oneToken = Type.Object({ token: Token })
const oneCategory = Type.Object({ category: TokenCategory })
const byId = Type.Object({ id: Id() })
/** Whatever concerns an active token, or a series that has been offered or has units in issue. */
const publishedRule = { fields: [] } as const

export const ICON_BYTES_MAX = 10 * 1024 * 1024
export const ICON_TOO_LARGE = 'File size too large. Maximum 10MB allowed'
export const ICON_WRONG_TYPE = 'Only PNG, JPEG, SVG, and WebP images are allowed'
/** Maximum bytes of an SVG icon, as received and as stored. Larger drawings are typically maps and scans. */
export const SVG_BYTES_MAX = 256_000
export const SVG_TOO_LARGE = 'SVG files must be 256 KB or smaller. Simplify the file or upload a PNG'
export const SVG_TOO_COMPLEX = 'This SVG is too complex for an icon. Simplify it or upload a PNG'
export const SVG_HAS_ENTITIES =
  'This SVG contains a document type declaration with entities. Save it as plain SVG'

export const TokenIconFile = Type.Object({
  filename: Type.String({ description: 'Generated file name' }),
  url: Type.String({ examples: ['/documents/uploads/icons/gold-bar-3f9a0b1c.png'] }),
})
export type TokenIconFile = Static<typeof TokenIconFile>

export const adminTokens = {
  list: get(adminPath('/tokens'), {
    summary: 'List all tokens, including inactive ones, in the order added',
    access: 'admin:read',
    response: Type.Object({ tokens: Type.Array(Token) }),
  }),
  exportCsv: get(
    adminPath('/tokens/export'),
    csvExport('admin:read', 'Tokens, in the order added,', {
      category: Type.Optional(SingleLineText(NAME_MAX)),
      state: StringEnum(tokenStatusFilters, { default: 'all' }),
    }),
  ),
  create: post(adminPath('/tokens'), {
    summary: 'Add a token',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: withApprovalReason(TokenBody),
    approvalRule: publishedRule,
    response: oneToken,
    problems: ['conflict'],
  }),
  update: put(adminPath('/tokens/:id'), {
    summary: 'Update a token; a new symbol is applied to pending requests',
    access: 'admin:money',
    params: byId,
    body: withApprovalReason(TokenEdit),
    approvalRule: publishedRule,
    response: oneToken,
    problems: ['conflict', 'stale_write'],
  }),
  setStatus: patch(adminPath('/tokens/:id/status'), {
    summary: 'Activate or deactivate a token',
    access: 'admin:money',
    params: byId,
    body: withApprovalReason(Type.Object({ is_active: Type.Boolean(), ...versionGuard })),
    approvalRule: publishedRule,
    response: oneToken,
    problems: ['stale_write'],
  }),
  delete: remove(adminPath('/tokens/:id'), {
    summary: 'Delete a token without pending requests; existing investments keep the symbol',
    access: 'admin:money',
    params: byId,
    response: Success,
    problems: ['conflict'],
  }),
}

export const adminCategories = {
  list: get(adminPath('/tokens/categories'), {
    summary: 'List categories with their number of tokens; no authentication required',
    access: 'admin-path',
    response: Type.Object({ categories: Type.Array(TokenCategory) }),
  }),
  create: post(adminPath('/tokens/categories'), {
    summary: 'Add a category',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: CategoryBody,
    response: oneCategory,
    problems: ['conflict'],
  }),
  update: put(adminPath('/tokens/categories/:id'), {
    summary: 'Rename a category, including for its tokens',
    access: 'admin:money',
    params: byId,
    body: withApprovalReason(EditBody(CategoryBody)),
    approvalRule: publishedRule,
    response: oneCategory,
    problems: ['conflict', 'stale_write'],
  }),
  delete: remove(adminPath('/tokens/categories/:id'), {
    summary: 'Delete a category without tokens',
    access: 'admin:money',
    params: byId,
    response: Success,
    problems: ['conflict'],
  }),
}

export const adminIcons = {
  list: get(adminPath('/tokens/icons'), {
    summary: 'Uploaded icons, newest first',
    access: 'admin:read',
    response: Type.Object({ icons: Type.Array(TokenIconFile) }),
  }),
  upload: post(adminPath('/tokens/icons/upload'), {
    summary: 'Upload an icon (PNG, JPEG, WebP or SVG); re-encoded without active content',
    access: 'admin:money',
    status: 201,
    idempotent: true,
    body: Type.Object({}),
    upload: { field: 'icon', maxFile: ICON_BYTES_MAX, tooLarge: ICON_TOO_LARGE },
    response: Type.Object({ filename: Type.String(), icon_url: Type.String() }),
    problems: ['storage_full'],
  }),
  delete: remove(adminPath('/tokens/icons/:filename'), {
    summary: 'Delete an icon that no token uses',
    access: 'admin:money',
    params: Type.Object({
      filename: Type.String({ maxLength: 255, pattern: '^[a-z0-9-]+\\.(png|jpg|webp|svg)$' }),
    }),
    response: Success,
    problems: ['conflict'],
  }),
}
