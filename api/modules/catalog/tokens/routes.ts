import { toActor } from '#common/audit-actor'
import { adminCategories, adminIcons, adminTokens } from '#contract/catalog/admin-tokens'
import { tokens } from '#contract/catalog/tokens'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { serveUpload } from '#http/upload/serve-upload'
import {
  createToken,
  deleteToken,
  exportTokens,
  listAllTokens,
  setTokenStatus,
  updateToken,
} from './admin-tokens.ts'
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories.ts'
import { createIcon, deleteIcon, listIcons } from './icons.ts'
import { listActiveTokens } from './token-catalog.ts'

/** Edits are announced and visible immediately; if an announcement is lost, after this many milliseconds. */
const maxAgeMs = 2_000

/** The public list of tokens. */
export const tokenRoutes = () => [
  serveCached(tokens.list, listActiveTokens, { maxAgeMs, cacheTopic: 'tokens' }),
]

const done = { success: true } as const

/** The token catalog, its categories and its icons. */
export const tokenAdmin = () => [
  serveEndpoint(adminTokens.list, async () => ({ tokens: await listAllTokens() })),
  serveExport(adminTokens.exportCsv, 'tokens', ({ query }) => exportTokens(query)),
  serveEndpoint(adminTokens.create, async (call) => ({ token: await createToken(call.body, toActor(call)) })),
  serveEndpoint(adminTokens.update, async (call) => ({
    token: await updateToken(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminTokens.setStatus, async (call) => ({
    token: await setTokenStatus(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminTokens.delete, async (call) => {
    await deleteToken(call.params.id, toActor(call))
    return done
  }),
  serveEndpoint(adminCategories.list, async () => ({ categories: await listCategories() })),
  serveEndpoint(adminCategories.create, async (call) => ({
    category: await createCategory(call.body.name, toActor(call)),
  })),
  serveEndpoint(adminCategories.update, async (call) => ({
    category: await updateCategory(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminCategories.delete, async (call) => {
    await deleteCategory(call.params.id, toActor(call))
    return done
  }),
  serveEndpoint(adminIcons.list, async () => ({ icons: await listIcons() })),
  serveUpload(adminIcons.upload, (call, file) => createIcon(file, toActor(call))),
  serveEndpoint(adminIcons.delete, async (call) => {
    await deleteIcon(call.params.filename, toActor(call))
    return done
  }),
]
