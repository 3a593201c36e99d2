/**
 * The steps around an Astro build: the reports are generated before the content is read; afterwards the pages are
 * indexed, hashed and compressed, and a manifest is written, for our server and for a CDN alike. One file per step; the
 * order matters only where a comment says so.
 */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroIntegrationLogger } from 'astro'
import { buildReports } from '#build/reports/index'
import { buildSeries } from '#build/series/index'
import { writeReference } from './api-reference.ts'
import { writeCdnFiles } from './cdn-config.ts'
import { compressFiles } from './compress.ts'
import { writeContents } from './content-json.ts'
import { serveBuildOutputInDevelopment } from './dev-middleware.ts'
import { collectInlineHashes } from './inline-hashes.ts'
import { hidePanel, writeManifest } from './manifest.ts'
import { listOfferingEntries } from './offering-entries.ts'
import { mergeStylesheets } from './page-stylesheets.ts'
import { publishPreviews, publishReports, publishSeries } from './publish-reports.ts'
import { writeSearchIndex } from './search-index.ts'

/** Build folders; all absolute. */
interface Folders {
  root: string
  /** The static site, as deployed to a CDN. */
  site: string
  /** Files that only the server reads. */
  server: string
  cache: string
}

async function finishBuild({ root, site, server, cache }: Folders, logger: AstroIntegrationLogger) {
  const publicOrigin = process.env.PUBLIC_ORIGIN
  const timed = async <T>(what: string, step: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await step()
    logger.info(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    return result
  }
  await timed('reports published', async () => {
    await publishPreviews(cache, site)
    await publishReports(cache, server)
    await publishSeries(cache, server)
  })
  await timed('style sheets joined', () => mergeStylesheets(site))
  await timed('API reference written', () => writeReference(root, site))
  await timed('search index written', async () => writeSearchIndex(site, await listOfferingEntries(server)))
  await timed('page contents written', () => writeContents(root, site, server))
  const hashes = await timed('inline scripts and styles hashed', () => collectInlineHashes(site))
  // No file of the site may change after this point, because the next steps compress them and list them in the
  // manifest.
  await timed('files compressed', () => compressFiles(site, cache, (line) => logger.info(line)))
  await timed('panel set apart', () => hidePanel(site, server))
  const manifest = await timed('manifest written', () => writeManifest(site, server, hashes, publicOrigin))
  await writeCdnFiles(site, manifest, process.env.API_ORIGIN)
  logger.info(`${manifest.files.length} files, build ${manifest.buildId}`)
}

/** The integration for `astro.config.mjs`. */
export function delivery(): AstroIntegration {
  let folders: Folders
  return {
    name: 'delivery',
    hooks: {
      'astro:config:setup': async ({ config, command, logger }) => {
        const at = (path: string, base: URL) => fileURLToPath(new URL(path, base))
        folders = {
          root: at('.', config.root),
          site: at('.', config.outDir),
          server: at('../server/', config.outDir),
          cache: at('.cache/', config.root),
        }
        if (command === 'preview') return
        const startedAt = performance.now()
        await buildReports({
          contentDir: at('content/', config.root),
          outDir: `${folders.cache}reports`,
        })
        logger.info(`reports ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
        if (command === 'build') {
          await buildSeries({ contentDir: at('content/', config.root), outDir: `${folders.cache}series` })
        }
      },
      'astro:server:setup': ({ server }) =>
        serveBuildOutputInDevelopment(server, folders.cache, folders.site),
      'astro:build:done': ({ logger }) => finishBuild(folders, logger),
    },
  }
}
