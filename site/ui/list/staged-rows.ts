type Key = number | string

/**
 * The first `count` rows of a page, followed by the previous page's rows until they are replaced, so that the list
 * keeps its height. Pure function.
 */
export function replaceRowsFromTop<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  count: number,
  keyOf: (row: Row) => Key,
): Row[] {
  const drawn = rows.slice(0, count)
  const keys = new Set(drawn.map(keyOf))
  const left = [...before.slice(count), ...before.slice(0, count)].filter((row) => !keys.has(keyOf(row)))
  return [...drawn, ...left].slice(0, Math.max(count, Math.min(before.length, rows.length)))
}
