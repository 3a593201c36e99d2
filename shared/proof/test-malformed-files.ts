/** Files that resemble a proof and that every checker must reject with the same reason, or accept. */
import type { ProofFile } from './check-inclusion-proof.ts'
import type { MalformedFileCode } from './malformed-file.ts'

export interface MalformedFile {
  name: string
  /** Null for a valid file. */
  reason: MalformedFileCode | null
  bytes: Uint8Array<ArrayBuffer>
}

type Fields = Record<string, unknown>
const encode = (text: string) => new TextEncoder().encode(text)
const withBytes = (text: string, mark: string, ...bytes: number[]): Uint8Array<ArrayBuffer> => {
  const [before, after] = text.split(mark, 2) as [string, string]
  return new Uint8Array([...encode(before), ...bytes, ...encode(after)])
}

/** Derives the files from a valid proof. */
export function createMalformedFiles(file: ProofFile): MalformedFile[] {
  const text = JSON.stringify(file)
  const asText = (name: string, reason: MalformedFileCode | null, changed: string): MalformedFile => {
    if (changed === text) throw new Error(`Nothing was changed for ${name}`)
    return { name, reason, bytes: encode(changed) }
  }
  const asFile = (name: string, reason: MalformedFileCode | null, changes: Fields) =>
    asText(name, reason, JSON.stringify({ ...file, ...changes }))
  const inSnapshot = (name: string, reason: MalformedFileCode | null, changes: Fields) =>
    asFile(name, reason, { snapshot: { ...file.snapshot, ...changes } })
  const inSeries = (name: string, reason: MalformedFileCode, changes: Fields) =>
    inSnapshot(name, reason, { series: file.snapshot.series.map((one) => ({ ...one, ...changes })) })
  const inLeaf = (name: string, reason: MalformedFileCode, changes: Fields) =>
    asFile(name, reason, { leaves: file.leaves.map((leaf) => ({ ...leaf, ...changes })) })
  const inStep = (name: string, reason: MalformedFileCode, changes: Fields) =>
    inLeaf(name, reason, { path: file.leaves[0]?.path.map((step) => ({ ...step, ...changes })) })
  const inOpening = (name: string, reason: MalformedFileCode, changes: Fields) =>
    asFile(name, reason, { opening: { ...file.opening, ...changes } })
  const without = (name: keyof ProofFile) => ({ ...file, [name]: undefined })
  const leaves = '"leaves":1024'
  const id = `"id":"${file.snapshot.id}"`
  const nested = (depth: number) => `{"leaves":${'['.repeat(depth)}${']'.repeat(depth)}}`

  return [
    // Accepted: written differently, but the same.
    asText('line breaks and spaces', null, JSON.stringify(file, null, 2)),
    asText('escapes in place of characters', null, text.replaceAll('"symbol":"$', '"\\u0073ymbol":"\\u0024')),
    asText('white space around', null, `\n\t ${text}\r\n`),
    asText(
      'names in another order',
      null,
      JSON.stringify(Object.fromEntries(Object.entries(file).reverse())),
    ),

    asText('a byte order mark', 'json', `\ufeff${text}`),
    asText('a byte order mark and a line break', 'json', `\ufeff\r\n${text}`),
    asText('the end cut off', 'json', text.slice(0, -1)),
    asText('something after the end', 'json', `${text}x`),
    asText('a second value', 'json', `${text}{}`),
    asText('a comma at the end', 'json', text.replace(/\}$/, ',}')),
    asText('a comma at the beginning of a list', 'json', text.replace('"leaves":[{', '"leaves":[,{')),
    asText('a comment', 'json', text.replace(leaves, `/**/${leaves}`)),
    asText('a text in single quotes', 'json', text.replace(id, '"id":\'2026-11-22\'')),
    asText('a number with a zero before it', 'json', text.replace(leaves, '"leaves":01024')),
    asText('a number with a plus', 'json', text.replace(leaves, '"leaves":+1024')),
    asText('a hexadecimal number', 'json', text.replace(leaves, '"leaves":0x400')),
    asText('NaN', 'json', text.replace(leaves, '"leaves":NaN')),
    asText('infinity', 'json', text.replace(leaves, '"leaves":-Infinity')),
    asText('a line break in a text', 'json', text.replace(id, '"id":"2026-11-\n22"')),
    asText('an unknown escape', 'json', text.replace(id, '"id":"2026-11-\\x322"')),
    asText('a white space that JSON does not have', 'json', text.replace(`{${id}`, `{\u00a0${id}`)),
    asText('a null character', 'json', `${text}\0`),
    asText('a text without an end', 'json', `{"${'\\"'.repeat(200_000)}`),
    asText('a text that ends in half an escape', 'json', `{"${'\\"'.repeat(200_000)}\\`),

    { name: 'bytes that are not UTF-8', reason: 'text', bytes: withBytes(text, 'GOLD', 0xff) },
    { name: 'a character in too many bytes', reason: 'text', bytes: withBytes(text, '$', 0xc0, 0xa4) },
    { name: 'half a character in UTF-8', reason: 'text', bytes: withBytes(text, 'GOLD', 0xed, 0xa0, 0x80) },
    asText('half a character as an escape', 'text', text.replaceAll('GOLD', '\\ud800')),

    asText('a name twice', 'name', text.replace(id, `${id},${id}`)),
    asText('a name twice, once escaped', 'name', text.replace(id, `${id},"\\u0069d":"2026-11-23"`)),
    asText('the leaves twice', 'name', text.replace('"leaves":[', '"leaves":[],"leaves":[')),

    asText('a number with a fraction', 'number', text.replace(leaves, '"leaves":1024.0')),
    asText('a number with an exponent', 'number', text.replace(leaves, '"leaves":1e3')),
    asText('a negative zero', 'number', text.replace(leaves, '"leaves":-0')),
    asText('a negative number', 'number', text.replace(leaves, '"leaves":-1024')),
    asText('a number above 2^53 − 1', 'number', text.replace(leaves, '"leaves":9007199254740992')),
    asText('a number of many digits', 'number', text.replace(leaves, `"leaves":1${'0'.repeat(5000)}`)),

    asText('lists in lists', 'depth', nested(16)),
    asText('a hundred thousand lists in lists', 'depth', nested(100_000)),
    asText('objects in objects', 'depth', `${'{"leaves":'.repeat(2000)}1${'}'.repeat(2000)}`),

    asFile('a further field', 'field', { note: '' }),
    asText('a field that looks like a prototype', 'field', text.replace('{', '{"__proto__":{},')),
    inSnapshot('a further field of the snapshot', 'field', { note: '' }),
    inSeries('a further field of a series', 'field', { note: null }),
    inLeaf('a further field of a leaf', 'field', { position: 0 }),
    inStep('a further field of a step', 'field', { sum: '0.000000' }),
    inOpening('a further field of the opening', 'field', { name: 'x' }),
    asFile('no key', 'field', without('key')),
    asFile('no opening', 'field', without('opening')),
    asFile('no version, with an opening', 'field', without('version')),
    asFile('neither version nor opening', 'field', { version: undefined, opening: undefined }),
    inSnapshot('no signature', 'field', { signature: undefined }),
    inSeries('no root', 'field', { root: undefined }),
    inLeaf('no nonce', 'field', { nonce: undefined }),
    inStep('no side', 'field', { side: undefined }),

    inStep('a side of another name', 'type', { side: 'Left' }),
    inStep('a side that is a list', 'type', { side: ['left'] }),
    inStep('a side that is a number', 'type', { side: 0 }),
    inStep('units as a number', 'type', { units: 1 }),
    inLeaf('a nonce that is null', 'type', { nonce: null }),
    inLeaf('a path that is an object', 'type', { path: {} }),
    inLeaf('a path that is null', 'type', { path: null }),
    inSeries('leaves as text', 'type', { leaves: '1024' }),
    inSeries('leaves as a truth', 'type', { leaves: true }),
    inSeries('an attestation as a number', 'type', { attestation_sha256: 0 }),
    inSeries('documents as text', 'type', { documents_sha256: 'a'.repeat(64) }),
    inSeries('documents that are null', 'type', { documents_sha256: null }),
    inSeries('a document that is null', 'type', { documents_sha256: [null] }),
    inSnapshot('a series in place of a list', 'type', { series: file.snapshot.series[0] }),
    inSnapshot('a hash before it that is false', 'type', { previous_hash: false }),
    asFile('a snapshot that is a list', 'type', { snapshot: [] }),
    asFile('a key that is a list', 'type', { key: [file.key] }),
    asFile('leaves that are null', 'type', { leaves: null }),
    asFile('an opening that is null', 'type', { opening: null }),
    asFile('a version that is text', 'type', { version: '2' }),
    asFile('a version that is a truth', 'type', { version: true }),

    asFile('an earlier version', 'version', { version: 1 }),
    asFile('a later version', 'version', { version: 3 }),
    asFile('no leaves', 'empty', { leaves: [] }),
    asFile('too many leaves', 'size', { leaves: Array(4001).fill({ ...file.leaves[0], path: [] }) }),
    inSeries('too many documents', 'size', { documents_sha256: Array(4001).fill('') }),
    inLeaf('a path of too many steps', 'size', { path: Array(64).fill(file.leaves[0]?.path[0]) }),
    inLeaf('a text that is too long', 'size', { units: `${'9'.repeat(1001)}.000000` }),
    inLeaf('a text of too many bytes', 'size', { symbol: '€'.repeat(334) }),

    inSnapshot('a series twice', 'series', { series: [...file.snapshot.series, ...file.snapshot.series] }),
    inOpening('a key of the holder twice', 'series', {
      keys: [...file.opening.keys, ...file.opening.keys],
    }),
    inOpening('a key of the holder for a series without leaves', 'opening', {
      keys: [...file.opening.keys, { symbol: '$TIN', key: 'zz' }],
    }),
    inSnapshot('an id that is none', 'moment', { id: '2026-11-22.01' }),
    inSnapshot('an id with a zero', 'moment', { id: '2026-11-22.0' }),
    inSnapshot('an id in digits of another script', 'moment', { id: '٢٠٢٦-11-22' }),
    inSnapshot('an id of another day', 'moment', { id: '2026-11-23' }),
    inSnapshot('an id with a line break', 'moment', { id: '2026-11-22\n' }),
    inSnapshot('a moment without milliseconds', 'moment', { date: '2026-11-22T00:05:00Z' }),
    inSnapshot('a moment with two digits of milliseconds', 'moment', { date: '2026-11-22T00:05:00.00Z' }),
    inSnapshot('a moment of another zone', 'moment', { date: '2026-11-22T00:05:00.000+01:00' }),
    inSnapshot('a moment that there is not', 'moment', { date: '2026-11-22T24:00:00.000Z' }),
    inSnapshot('a day that there is not', 'moment', { id: '2026-02-30', date: '2026-02-30T00:05:00.000Z' }),
    inSnapshot('the year 0', 'moment', { id: '0000-01-01', date: '0000-01-01T00:05:00.000Z' }),
    inOpening('an account of another form', 'account', { account: '000123' }),
    inOpening('an account with a space', 'account', { account: 'A-000123 ' }),
    inOpening('an account with another hyphen', 'account', { account: 'A‐000123' }),
    inOpening('an account with another letter', 'account', { account: 'А-000123' }),
    inOpening('an account with a zero too many', 'account', { account: 'A-0000123' }),
    inOpening('an account in digits of another script', 'account', { account: 'A-٠٠٠١٢٣' }),
  ]
}
