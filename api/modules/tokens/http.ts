import { actorOf } from '#common/actor'
import { adminCategories, adminIcons, adminTokens } from '#contract/admin-tokens'
import { tokens } from '#contract/tokens'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { serveUpload } from '#http/upload/serve-upload'
import {
  createToken,
  deleteToken,
  exportTokens,
  listAllTokens,
  setTokenStatus,
  updateToken,
} from './admin-service.ts'
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories.ts'
import { createIcon, deleteIcon, listIcons } from './icons.ts'
import { listActiveTokens } from './service.ts'

/** Edits are announced and visible at once; if an announcement is lost, after this many milliseconds. */
const freshFor = 2_000

/** The public list of tokens. */
export const tokenRoutes = () => [serveCached(tokens.list, listActiveTokens, { freshFor, madeOf: 'tokens' })]

const done = { success: true } as const

/** The catalogue of tokens, its categories and its icons. */
export const tokenAdmin = () => [
  serve(adminTokens.list, async () => ({ tokens: await listAllTokens() })),
  serveExport(adminTokens.exportCsv, 'tokens', ({ query }) => exportTokens(query)),
  serve(adminTokens.create, async (call) => ({ token: await createToken(call.body, actorOf(call)) })),
  serve(adminTokens.update, async (call) => ({
    token: await updateToken(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminTokens.setStatus, async (call) => ({
    token: await setTokenStatus(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminTokens.remove, async (call) => {
    await deleteToken(call.params.id, actorOf(call))
    return done
  }),
  serve(adminCategories.list, async () => ({ categories: await listCategories() })),
  serve(adminCategories.create, async (call) => ({
    category: await createCategory(call.body.name, actorOf(call)),
  })),
  serve(adminCategories.update, async (call) => ({
    category: await updateCategory(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminCategories.remove, async (call) => {
    await deleteCategory(call.params.id, actorOf(call))
    return done
  }),
  serve(adminIcons.list, async () => ({ icons: await listIcons() })),
  serveUpload(adminIcons.upload, (call, file) => createIcon(file, actorOf(call))),
  serve(adminIcons.remove, async (call) => {
    await deleteIcon(call.params.filename, actorOf(call))
    return done
  }),
]
