import { expect, test } from 'vitest'
import { listPairs, planConcurrencyRounds } from './concurrency-rounds.ts'

const calls = Array.from({ length: 30 }, (_, at) => at)
/** A third of the calls lock a shared table. */
const share = (a: number, b: number): boolean => a % 3 === 0 && b % 3 === 0
const countMeetings = (rounds: number[][]): Map<string, number> => {
  const met = new Map<string, number>()
  for (const pair of rounds.flatMap(listPairs)) {
    const name = pair.toSorted((a, b) => a - b).join(' + ')
    met.set(name, (met.get(name) ?? 0) + 1)
  }
  return met
}

test('every call meets itself and every other one, alone and repeatedly if both lock a table', () => {
  const rounds = planConcurrencyRounds({ calls, share, roundsOf: () => 5 })
  const met = countMeetings(rounds)
  for (const a of calls)
    for (const b of calls.filter((other) => other >= a)) {
      const times = met.get(`${a} + ${b}`) ?? 0
      if (share(a, b)) expect(times, `${a} + ${b}`).toBe(5)
      else expect(times, `${a} + ${b}`).toBeGreaterThan(0)
    }
  for (const round of rounds.filter(({ length }) => length > 2))
    expect(listPairs(round).filter(([a, b]) => share(a, b) || a === b)).toEqual([])
})

test('calls that cannot wait for each other meet in far fewer rounds than there are pairs', () => {
  const rounds = planConcurrencyRounds({ calls, share: () => false, roundsOf: () => 5 })
  expect(countMeetings(rounds).size).toBe((30 * 31) / 2)
  expect(rounds.length).toBeLessThan((30 * 31) / 2 / 3)
})
