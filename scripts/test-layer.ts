/** Which test files run: with `TEST_LAYER=core` all but `*.full.test.ts`, with `rest` only these, otherwise all. */
const layer = process.env.TEST_LAYER

/** The end of the names of test files that run, without the extension. */
export const testEnding = layer === 'rest' ? '.full.test' : '.test'

/** Patterns of test files that are left out. */
export const leftOut: string[] = layer === 'core' ? ['**/*.full.test.{ts,tsx}'] : []
