/** What a server loads before its first request: each package here costs every installation time and memory. */
import { expect, test } from 'vitest'

const packagesAtStart = [
  '@sinclair/typebox',
  'any-ascii',
  'big.js',
  'cookie',
  'drizzle-orm',
  'elysia',
  'exact-mirror',
  'fast-decode-uri-component',
  'fastest-levenshtein',
  'memoirist',
  'otpauth',
  'postgres',
]

const listPackages = `
  await import('#app')
  const names = Object.keys(require.cache).flatMap((file) =>
    file.match(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1] ?? [])
  console.log(JSON.stringify([...new Set(names)].sort()))
  process.exit(0)`

test('a server starts with few packages: those for files, mail and passkeys are loaded when they are needed', async () => {
  const child = Bun.spawn([process.execPath, '-e', listPackages], {
    cwd: new URL('..', import.meta.url).pathname,
    stdout: 'pipe',
  })
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual(packagesAtStart)
})
