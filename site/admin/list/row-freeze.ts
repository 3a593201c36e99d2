type Key = number | string

/**
 * Puts the rows of a newer page into the positions of an older one: rows in both have their new values, those that
 * have left keep their position, and new ones are appended. Pure.
 */
export function freezeOrder<Row>(
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
