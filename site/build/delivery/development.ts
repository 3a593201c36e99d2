import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HookParameters } from 'astro'
import { contentType } from './content-types.ts'

type DevelopmentServer = HookParameters<'astro:server:setup'>['server']

/**
 * Serves in development what only a build puts into the site: the reports' previews, and the search
 * index and API reference of the last build, when there is one.
 */
export function serveBuiltParts(server: DevelopmentServer, cache: string, site: string): void {
  server.middlewares.use((request, response, next) => {
    const path = request.url?.split('?')[0] ?? ''
    const [, folder, name] = /^\/(previews|pagefind|reference)\/([\w./-]+)$/.exec(path) ?? []
    if (!folder || !name || name.includes('..')) return next()
    const file = folder === 'previews' ? join(cache, 'reports', name) : join(site, folder, name)
    if (!existsSync(file)) return next()
    response.setHeader('Content-Type', contentType(name))
    createReadStream(file).pipe(response)
  })
}
