import { expect, test } from 'vitest'
import { listAcceptedEncodings } from './content-encoding.ts'

test.each([
  [null, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br', 'identity']],
  ['br;q=0, *;q=0.1', ['gzip', 'identity']],
  ['br;q=0, gzip;q=0', ['identity']],
  ['gzip;q=0.2, identity;q=0.9', ['identity', 'gzip']],
  ['identity;q=0, *;q=0', ['identity']],
  ['br;q=nonsense, gzip', ['gzip', 'identity']],
  ['br;q=7', ['identity']],
  ['deflate', ['identity']],
])('Accept-Encoding %j gets the first of %j', (header, expected) => {
  expect(listAcceptedEncodings(header)).toEqual(expected)
  expect(listAcceptedEncodings(header)).toEqual(expected)
})
