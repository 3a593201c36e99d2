import { Elysia } from 'elysia'
import { adminCategories, adminIcons, adminTokens } from '#contract/admin-tokens'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { serveUpload } from '#plugins/serve-upload'
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

const done = { success: true } as const

/** The catalogue of tokens, its categories and its icons. */
export const tokenAdmin = () =>
  new Elysia({ name: 'token-admin' })
    .use(serve(adminTokens.list, async () => ({ tokens: await listAllTokens() })))
    .use(serveExport(adminTokens.exportCsv, 'tokens', ({ query }) => exportTokens(query)))
    .use(serve(adminTokens.create, async (call) => ({ token: await createToken(call.body, actorOf(call)) })))
    .use(
      serve(adminTokens.update, async (call) => ({
        token: await updateToken(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminTokens.setStatus, async (call) => ({
        token: await setTokenStatus(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminTokens.remove, async (call) => {
        await deleteToken(call.params.id, actorOf(call))
        return done
      }),
    )
    .use(serve(adminCategories.list, async () => ({ categories: await listCategories() })))
    .use(
      serve(adminCategories.create, async (call) => ({
        category: await createCategory(call.body.name, actorOf(call)),
      })),
    )
    .use(
      serve(adminCategories.update, async (call) => ({
        category: await updateCategory(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminCategories.remove, async (call) => {
        await deleteCategory(call.params.id, actorOf(call))
        return done
      }),
    )
    .use(serve(adminIcons.list, async () => ({ icons: await listIcons() })))
    .use(serveUpload(adminIcons.upload, (call, file) => createIcon(file, actorOf(call))))
    .use(
      serve(adminIcons.remove, async (call) => {
        await deleteIcon(call.params.filename, actorOf(call))
        return done
      }),
    )
