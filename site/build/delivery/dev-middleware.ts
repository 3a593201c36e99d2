import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HookParameters } from 'astro'
import { contentType } from './content-types.ts'

type DevelopmentServer = HookParameters<'astro:server:setup'>['server']

/** The panel's URLs under the secret path passed by `scripts/dev.ts`; `undefined` if there is none. */
function panelAddress(): RegExp | undefined {
  const segment = process.env.ADMIN_PATH_SECRET
  return segment ? new RegExp(`^/${segment}/admin(?:/login|/settings)?(?=\\?|$)`) : undefined
}

/** Pages of the investor area without their own file, because the area does its own routing. */
const IN_AREA = /^\/access\/(?!login(?:\?|$))[^?]*/

/**
 * Serves in development what only a build adds to the site: the reports' previews, the last build's search index and
 * API reference (if any), and the two areas at our server's URLs.
 */
export function serveBuildOutputInDevelopment(server: DevelopmentServer, cache: string, site: string): void {
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
