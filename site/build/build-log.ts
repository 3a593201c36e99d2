import type { Plugin } from 'vite'

/**
 * What the bundler reports: an import of something that does not exist, which would fail only in a browser, fails
 * the build; a directive that Astro puts into each MDX page for itself is not worth a warning for each of them.
 */
export function buildLog(): Plugin {
  return {
    name: 'build-log',
    // The chart library is one file of 570 kB, loaded with a chart; `tests/e2e/weight.test.ts` bounds each page.
    config: () => ({ build: { chunkSizeWarningLimit: 600 } }),
    onLog(_level, { code, message }) {
      if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message)
      return code !== 'MODULE_LEVEL_DIRECTIVE'
    },
  }
}
