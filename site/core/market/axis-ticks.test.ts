import { describe, expect, it } from 'vitest'
import { axisTicks, filterTicksInside, getAxisEnds, roundUpScale } from './axis-ticks.ts'

describe('axisTicks', () => {
  const texts = (from: string, to: string, count = 6) =>
    axisTicks(Date.parse(from), Date.parse(to), count).map(({ text }) => text)

  it('labels minutes of an hour and hours of a day, with the date at midnight', () => {
    expect(texts('2026-03-01T10:07Z', '2026-03-01T11:06Z')).toEqual([
      '10:10',
      '10:20',
      '10:30',
      '10:40',
      '10:50',
      '11:00',
    ])
    expect(texts('2026-03-01T10:07Z', '2026-03-02T10:02Z')).toEqual([
      '12:00',
      '16:00',
      '20:00',
      'Mar 2',
      '04:00',
      '08:00',
    ])
  })

  it('labels days of a few days', () => {
    expect(texts('2026-03-01T10:00Z', '2026-03-05T10:00Z')).toEqual(['Mar 2', 'Mar 3', 'Mar 4', 'Mar 5'])
  })

  it('labels weeks of a month', () => {
    expect(texts('2026-03-01Z', '2026-04-01Z')).toEqual(['Mar 1', 'Mar 8', 'Mar 15', 'Mar 22', 'Mar 29'])
  })

  it('labels months, with the year at its start', () => {
    expect(texts('2025-10-20Z', '2026-03-10Z')).toEqual(['Nov', 'Dec', '2026', 'Feb', 'Mar'])
    expect(texts('2025-02-10Z', '2026-11-10Z', 8)).toEqual(['Apr', 'Jul', 'Oct', '2026', 'Apr', 'Jul', 'Oct'])
  })

  it('never leaves the time span, however long it is', () => {
    const from = Date.parse('2026-02-11T07:13:20Z')
    for (let span = 60_000; span < 4e11; span *= 1.7) {
      for (const zone of ['utc', 'local'] as const) {
        for (const { at } of axisTicks(from, from + span, 8, zone)) {
          expect(at).toBeGreaterThanOrEqual(from)
          expect(at).toBeLessThanOrEqual(from + span)
        }
      }
    }
  })

  it('never returns many more ticks than fit', () => {
    for (let days = 0.01; days < 20_000; days = days * 1.4) {
      const marks = axisTicks(Date.parse('2024-05-17Z'), Date.parse('2024-05-17Z') + days * 86_400_000, 6)
      expect(marks.length).toBeLessThanOrEqual(7)
    }
  })
})

describe('ticksInside', () => {
  it('omits a label that would extend beyond the axis', () => {
    const marks = [0, 3, 50, 98, 100].map((at) => ({ at, text: String(at) }))
    expect(filterTicksInside(marks, 0, 100, 0.06).map(({ at }) => at)).toEqual([3, 50])
  })
})

it('ends a volume scale at a round number at or above the highest value', () => {
  expect([54.3e9, 24.9e9, 8e9, 8.1e9, 1, 0.35, 41e9, 0].map(roundUpScale)).toEqual([
    60e9, 30e9, 8e9, 10e9, 1, 0.4, 50e9, 1,
  ])
})

it('labels both ends of an axis with their days', () => {
  const ends = getAxisEnds(Date.parse('2025-12-01T10:00Z'), Date.parse('2026-11-28T23:30Z'))
  expect(ends.map(({ text }) => text)).toEqual(['Dec 1, 2025', 'Nov 28, 2026'])
})
