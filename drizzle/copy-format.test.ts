import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CopyColumn, parseCopyLine, parseCopyRows, selectCopyLine, toArrayText } from './copy-format.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let store: TestDatabase
let sql: postgres.Sql
let columns: CopyColumn[]
beforeAll(async () => {
  store = await createTestDatabase()
  sql = postgres(store.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`
    create table samples (
      id int, word text, "Odd ""name" varchar(40), fixed char(5), amount numeric(20,2), truth boolean, at timestamptz,
      day date, raw bytea, facts jsonb, list text[], share double precision, pause interval
    );
    insert into samples values
      (1, E'tab\\tline\\nreturn\\rback\\\\slash\\b\\f\\v', '\\N', 'a', 12.50, true, '2026-01-05 23:59:59.5+00', '2026-01-05',
        '\\x005c09', '{"a": "b\\\\n"}', array['x,"y"', null, E'\\\\'], 0.1, '1 day 02:03:04'),
      (2, '', '', '', -0.01, false, '0001-01-01', 'infinity', '', 'null', '{}', 'NaN', '-1 mons'),
      (3, 'Zoë 𝄞', null, null, null, null, null, null, null, null, null, null, null),
      (4, '\\.', ' ', '\\N', 999999999999.99, true, 'infinity', '-infinity', '\\xff', '"\\\\N"', array[''], 1e300, '0')`)
  columns = await sql<CopyColumn[]>`
    select attname as name, typcategory as category from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = 'samples'::regclass and attnum > 0 order by attnum`
})
afterAll(async () => {
  await sql.end()
  await store.drop()
})

describe('rows rendered by a query', () => {
  test('are identical to those of COPY for every kind of value', async () => {
    const copied = await text(await sql`copy samples to stdout`.readable())
    const rows = await sql.unsafe<{ line: string }[]>(
      `select ${selectCopyLine(columns)} as line from samples`,
    )
    expect(rows.map(({ line }) => `${line}\n`).join('')).toBe(copied)
    expect(copied.split('\n')).toHaveLength(5)
  })

  test('are read back unchanged, whatever a text contains', async () => {
    const words = fc.array(
      fc.option(fc.string({ unit: 'binary' }).map((word) => word.replaceAll('\0', ''))),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    await fc.assert(
      fc.asyncProperty(words, async (values) => {
        const line = selectCopyLine([{ name: 'word', category: 'S' }])
        const rows = await sql.unsafe<{ line: string; word: string | null }[]>(
          `select ${line} as line, word from unnest(($1::text)::text[]) as given (word)`,
          [toArrayText(values)],
        )
        expect(rows.map(({ word }) => word)).toEqual(values)
        expect(rows.map((row) => parseCopyLine(row.line))).toEqual(values.map((value) => [value]))
      }),
      { numRuns: 50 },
    )
  })
})

describe('the rows of a file', () => {
  async function* inPieces(content: string | Uint8Array, size: number) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const read = async (content: string | Uint8Array, width: number, size = 3) =>
    (await Array.fromAsync(parseCopyRows(inPieces(content, size), width))).flat()

  test('are read wherever their bytes are split', async () => {
    for (const size of [1, 2, 3, 100]) {
      expect(await read('1\t𝄞ë\n2\t\\N\n3\t\n', 2, size)).toEqual([
        ['1', '𝄞ë'],
        ['2', null],
        ['3', ''],
      ])
    }
    expect(await read('', 2)).toEqual([])
  })

  test('are rejected if one is truncated, has another number of values, or is not text', async () => {
    await expect(read('1\t2\n3\t4', 2)).rejects.toThrow('Line 2 is cut off')
    await expect(read('1\t2\n3\n', 2)).rejects.toThrow('Line 2 holds 1 values instead of 2')
    await expect(read(new Uint8Array([0x31, 0xff, 0x0a]), 1)).rejects.toThrow()
  })
})
