/** In development: shows content errors in the browser, over the last valid page. */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { findContentFaults, textOf } from './content-check.ts'
import { findMdxFault } from './mdx-check.ts'

/** Milliseconds without a change: editors write a file in several steps, and a series is several files. */
const QUIET_MS = 400

interface Browser {
  /** Shows the sentences over the page, in every tab. */
  show(faults: readonly string[]): void
  reload(): void
}

interface ContentWatchOptions {
  /** The folder `content`. */
  folder: string
  browser: Browser
  /** Re-renders the reports, which Astro does not watch. Throws with messages for their authors. */
  buildReports: () => Promise<unknown>
  print: (line: string) => void
}

/** Checks a content folder now, and again on each reported change. */
export function createContentWatch({ folder, browser, buildReports, print }: ContentWatchOptions) {
  let shown: string[] = []
  let timer: Timer | undefined
  let areReportsOld = false

  async function check(): Promise<void> {
    // A file that was removed while it was read is checked again with its own change.
    const faults = await findContentFaults(folder).catch(() => [] as string[])
    if (areReportsOld) {
      areReportsOld = false
      await buildReports().catch((error: Error) => {
        areReportsOld = true
        faults.push(...error.message.split('\n').filter((line) => !faults.includes(line)))
      })
      if (!areReportsOld && faults.length === 0) browser.reload()
    }
    if (faults.join('\n') === shown.join('\n')) return
    shown = faults
    print(
      faults.length > 0
        ? `content/ has errors; pages show the last valid version:\n  ${faults.join('\n  ')}`
        : 'content/ is in order again',
    )
    if (faults.length > 0) browser.show(faults)
    else browser.reload()
  }

  return {
    check,
    /** A file was changed, added or removed. */
    changed(file: string): void {
      if (!file.startsWith(join(folder, '/'))) return
      if (file.startsWith(join(folder, 'reports/'))) areReportsOld = true
      clearTimeout(timer)
      timer = setTimeout(() => void check(), QUIET_MS)
    },
    /** A page was opened: it is told what the others were told. */
    opened(): void {
      if (shown.length > 0) browser.show(shown)
    },
  }
}

/**
 * Substitutes the last valid text for a file that is not valid MDX. Throws if there is none yet, with the line, which
 * Astro's parser does not pass on.
 */
export function keepGoodMdx() {
  const good = new Map<string, string>()
  return async (text: string, file: string): Promise<string> => {
    const fault = await findMdxFault(textOf(text))
    if (!fault) {
      good.set(file, text)
      return text
    }
    const last = good.get(file)
    if (last !== undefined) return last
    const { line, reason } = fault
    throw Object.assign(new Error(`line ${line}: ${reason}`), { loc: { file, line, column: 1 } })
  }
}

/** The plugin for `astro.config.mjs`; does nothing in a build, which checks before it begins. */
export function contentWatch(): Plugin {
  const keepGood = keepGoodMdx()
  return {
    name: 'content-watch',
    apply: 'serve',
    enforce: 'pre',
    transform: { order: 'pre', filter: { id: /\/content\/.*\.mdx$/ }, handler: keepGood },
    configureServer(server) {
      const { root, logger } = server.config
      const folder = join(root, 'content')
      const watch = createContentWatch({
        folder,
        browser: {
          show: (faults) =>
            server.ws.send({ type: 'error', err: { message: faults.join('\n\n'), stack: '' } }),
          reload: () => server.ws.send({ type: 'full-reload' }),
        },
        buildReports: async () => {
          const { buildReports } = await import('#build/reports/index')
          return buildReports({ contentDir: folder, outDir: join(root, '.cache/reports') })
        },
        print: (line) => logger.warn(line),
      })
      for (const event of ['change', 'add', 'unlink'] as const) server.watcher.on(event, watch.changed)
      server.ws.on('connection', watch.opened)
      void watch.check()
    },
  }
}
