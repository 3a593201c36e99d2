import type { Plugin } from 'vite'

/**
 * Bundler warnings: a missing import, which would fail only in a browser, fails the build; a directive that Astro adds
 * to each MDX page is not worth a warning per page.
 */
export function failOnBuildWarnings(): Plugin {
  return {
    name: 'build-log',
    // The chart library is one file of 570 kB, loaded with a chart; `tests/e2e/page-weight.test.ts` limits each page.
    config: () => ({ build: { chunkSizeWarningLimit: 600 } }),
    onLog(_level, { code, message }) {
      if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message)
      return code !== 'MODULE_LEVEL_DIRECTIVE'
    },
  }
}
