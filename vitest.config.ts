import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Started once for all files: the PostgreSQL that each test file gets a database of its own in. */
const databaseSetup = './drizzle/testing-global-setup.ts'

export default defineConfig({
  // Aliases are not needed: `imports` of package.json are resolved as Node and Bun do.
  test: {
    include: ['{api,drizzle,shared,site,scripts,security}/**/*.test.{ts,tsx}'],
    globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
    // The forks pool crashes under Bun.
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    // As long as the test: a busy machine is slow, and what comes is not waited for any longer than it takes.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
})
