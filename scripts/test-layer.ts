/**
 * Which tests run, by `TEST_LAYER`: `core` is all but the long ones, `tagged` the browser tests with the tag `@full`,
 * `files` the files named `*.full.test.ts`, `rest` both of these. Without it all run.
 */
const layer = process.env.TEST_LAYER

/** The end of the names of the unit, API and fault test files that run, without the extension. */
export const testEnding = layer === 'rest' || layer === 'files' ? '.full.test' : '.test'

/** Patterns of test files that are left out. */
export const leftOut: string[] = layer === 'core' || layer === 'tagged' ? ['**/*.full.test.{ts,tsx}'] : []

const selections: Record<string, RegExp> = {
  tagged: /@full/,
  files: /\.full\.test\.ts/,
  rest: /\.full\.test\.ts|@full/,
}

/** The browser tests that run, by file name and tags. */
export const browserTests: RegExp = selections[layer ?? ''] ?? /(?:)/

/** The tags of browser tests that are left out. */
export const leftOutTags: RegExp[] = layer === 'core' ? [/@full/] : []
