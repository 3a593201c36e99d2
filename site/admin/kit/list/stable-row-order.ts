type Key = number | string

/**
 * Arranges the rows of a newer page in the positions of an older one: rows in both get their new values, removed rows
 * keep their position, and new rows are appended. Pure function.
 */
export function keepRowOrder<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  keyOf: (row: Row) => Key,
): Row[] {
  const byKey = new Map(latest.map((row) => [keyOf(row), row]))
  const places = new Set(shown.map(keyOf))
  return [
    ...shown.map((row) => byKey.get(keyOf(row)) ?? row),
    ...latest.filter((row) => !places.has(keyOf(row))),
  ]
}
