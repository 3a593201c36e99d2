import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HookParameters } from 'astro'
import { contentType } from './content-types.ts'

type DevelopmentServer = HookParameters<'astro:server:setup'>['server']

/** The panel's addresses behind the segment that `scripts/dev.ts` hands on; `undefined` without one. */
function panelAddress(): RegExp | undefined {
  const segment = process.env.ADMIN_PATH_SECRET
  return segment ? new RegExp(`^/${segment}/admin(?:/login|/settings)?(?=\\?|$)`) : undefined
}

/** Pages of the investor area that are no file of their own: it routes by itself. */
const IN_AREA = /^\/access\/(?!login(?:\?|$))[^?]*/

/**
 * Serves in development what only a build puts into the site: the reports' previews, and the search
 * index and API reference of the last build, when there is one; and the two areas where our server has them.
 */
export function serveBuiltParts(server: DevelopmentServer, cache: string, site: string): void {
  const panel = panelAddress()
  server.middlewares.use((request, response, next) => {
    request.url = request.url?.replace(IN_AREA, '/access')
    if (panel) request.url = request.url?.replace(panel, '/panel')
    const path = request.url?.split('?')[0] ?? ''
    const [, folder, name] = /^\/(previews|pagefind|reference)\/([\w./-]+)$/.exec(path) ?? []
    if (!folder || !name || name.includes('..')) return next()
    const file = folder === 'previews' ? join(cache, 'reports', name) : join(site, folder, name)
    if (!existsSync(file)) return next()
    response.setHeader('Content-Type', contentType(name))
    createReadStream(file).pipe(response)
  })
}
