/**
 * PostgreSQL's COPY text format: one line per row, columns separated by tabs, `\N` for null. The database renders rows
 * with an ordinary query, and lines are parsed here, because the driver's own COPY streams hang: on reading when more
 * than its buffer (about 64 kB) is outstanding at the end, on writing when the database rejects the last row.
 */

export interface CopyColumn {
  name: string
  /** `typcategory` of `pg_type`: one letter, such as `N` for numbers. */
  category: string
}

type CopyValue = string | null

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** COPY's escapes for characters that would otherwise end a field or a line; the backslash comes first. */
const ESCAPES: readonly (readonly [string, string])[] = [
  ['\\', '\\'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
  ['\v', 'v'],
]
const UNESCAPED = new Map(ESCAPES.map(([character, letter]) => [letter, character]))

/** Numbers, booleans, dates, times and intervals never contain an escaped character. */
const PLAIN_CATEGORIES = new Set(['N', 'B', 'D', 'T'])

function columnExpression({ name, category }: CopyColumn): string {
  const column = quoteIdentifier(name)
  // By each type's output function, like COPY; a cast to text differs for some types.
  const text = `concat(${column})`
  const escaped = PLAIN_CATEGORIES.has(category)
    ? text
    : ESCAPES.reduce(
        (inner, [character, letter]) =>
          `replace(${inner}, chr(${character.charCodeAt(0)}), chr(92) || ${letter === '\\' ? 'chr(92)' : `'${letter}'`})`,
        text,
      )
  return `case when ${column} is null then chr(92) || 'N' else ${escaped} end`
}

/** SQL that renders a row as COPY would for these columns, without the line feed. */
export function selectCopyLine(columns: readonly CopyColumn[]): string {
  return columns.map(columnExpression).join(' || chr(9) || ')
}

/** The values of one line; `\N` is null. */
export function parseCopyLine(line: string): CopyValue[] {
  return line.split('\t').map((field) => {
    if (field === '\\N') return null
    if (!field.includes('\\')) return field
    return field.replace(/\\(.)/gs, (_, letter: string) => UNESCAPED.get(letter) ?? letter)
  })
}

/** Rows and characters after which a batch is passed on. */
const BATCH_ROWS = 5_000
const BATCH_CHARACTERS = 1_000_000

/**
 * Reads the rows of a table's file in batches that fit in memory. Throws, naming the line, if one does not have `width`
 * values, the last is truncated, or the bytes are not UTF-8.
 */
export async function* parseCopyRows(
  bytes: AsyncIterable<Uint8Array>,
  width: number,
): AsyncGenerator<CopyValue[][]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let number = 0
  let batch: CopyValue[][] = []
  let characters = 0
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      const values = parseCopyLine(line)
      if (values.length !== width) {
        throw new Error(`Line ${number} holds ${values.length} values instead of ${width}`)
      }
      batch.push(values)
      characters += line.length
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (rest + decoder.decode() !== '') throw new Error(`Line ${number + 1} is cut off`)
  if (batch.length > 0) yield batch
}

/** Values as the text of a PostgreSQL array. */
export function toArrayText(values: readonly CopyValue[]): string {
  const items = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}
