type Key = number | string

/**
 * The rows of a newer page in the places of an older one: rows that stayed are drawn as they are now, those that have
 * left keep their place, and new ones come last. Pure.
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
