import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut, testEnding } from '#test-layer'

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: [`tests/resilience/**/*${testEnding}.ts`],
    exclude: [...configDefaults.exclude, ...leftOut],
    globalSetup: ['./drizzle/test-global-setup.ts'],
    // The forks pool crashes under Bun.
    pool: 'threads',
    // They mostly wait: for a deadline, a lease, a draining server.
    maxWorkers: 4,
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
})
