import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut, testEnding } from '#test-layer'

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: [`tests/faults/**/*${testEnding}.ts`],
    exclude: [...configDefaults.exclude, ...leftOut],
    globalSetup: ['./drizzle/testing-global-setup.ts'],
    // The forks pool crashes under Bun.
    pool: 'threads',
    // Mostly they wait: for a deadline, a lease, a server that drains.
    maxWorkers: 4,
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
})
