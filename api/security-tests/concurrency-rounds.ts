/**
 * Which calls meet in which round, so that every pair of calls meets: calls that can wait for each other alone and
 * repeatedly, the others in groups.
 */

/** How many calls meet in a round of calls that cannot wait for each other: six pairs at once. */
const GROUP = 4

export interface ConcurrencyPlan<T> {
  calls: readonly T[]
  /** Whether two calls lock rows of the same table. */
  share: (a: T, b: T) => boolean
  /** How often two such calls meet. */
  roundsOf: (a: T, b: T) => number
}

/** All pairs of calls in a round. */
export const listPairs = <T>(round: readonly T[]): [T, T][] =>
  round.flatMap((a, at) => round.slice(at + 1).map((b): [T, T] => [a, b]))

/** The rounds in which every call meets itself and every other one. */
export function planConcurrencyRounds<T>({ calls, share, roundsOf }: ConcurrencyPlan<T>): T[][] {
  const alone = calls.flatMap((a, at) =>
    calls.slice(at).flatMap((b) => {
      const rounds = share(a, b) ? roundsOf(a, b) : Number(a === b)
      return Array.from({ length: rounds }, () => [a, b])
    }),
  )
  return [...alone, ...planGroups(calls, share)]
}

/** Groups in which no two calls lock the same table, and most pairs meet once. */
function planGroups<T>(calls: readonly T[], share: ConcurrencyPlan<T>['share']): T[][] {
  const others = new Map(calls.map((a) => [a, calls.filter((b) => a !== b && !share(a, b))]))
  // For each call, those it has yet to meet.
  const open = new Map([...others].map(([a, all]) => [a, new Set(all)]))
  const countNew = (call: T, group: T[]): number => group.filter((other) => open.get(call)?.has(other)).length

  /** The call that meets most of a group for the first time, if any meets two. */
  const findNext = (group: T[]): T | undefined => {
    let best: T | undefined
    let most = 1
    for (const call of others.get(group[0] as T) ?? []) {
      const count = countNew(call, group)
      if (count <= most || group.some((other) => other === call || share(other, call))) continue
      best = call
      most = count
    }
    return best
  }

  const groups: T[][] = []
  for (const first of calls) {
    for (let [second] = open.get(first) ?? []; second; [second] = open.get(first) ?? []) {
      const group = [first, second]
      for (let next = findNext(group); next && group.length < GROUP; next = findNext(group)) group.push(next)
      for (const [a, b] of listPairs(group)) {
        open.get(a)?.delete(b)
        open.get(b)?.delete(a)
      }
      groups.push(group)
    }
  }
  return groups
}
