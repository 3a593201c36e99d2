import { existsSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { leftOut, testEnding } from '#test-layer'

/** Started once for all files: the PostgreSQL that each test file gets a database of its own in. */
const databaseSetup = './drizzle/test-global-setup.ts'

/** Starts with the file that takes longest; the others run beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/security-tests/concurrent-requests.full.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  // Aliases are not needed: `imports` of package.json are resolved as Node and Bun do.
  test: {
    include: [`{api,drizzle,shared,site,scripts,security,tests/benchmarks}/**/*${testEnding}.{ts,tsx}`],
    exclude: [...configDefaults.exclude, ...leftOut],
    globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
    // The forks pool crashes under Bun.
    pool: 'threads',
    maxWorkers: 2,
    // Files share loaded modules: loading the application for each took more than half of the time. Each file must close
    // its application and restore whatever it replaces; globals are restored by the setup file.
    isolate: false,
    setupFiles: ['./tests/restore-globals.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    // As long as the test: a busy machine is slow, and what comes is not waited for any longer than it takes.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // A failure names what the values were, not only how many properties they had.
    chaiConfig: { truncateThreshold: 400 },
  },
})
