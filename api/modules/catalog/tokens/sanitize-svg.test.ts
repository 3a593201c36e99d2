import { describe, expect, test } from 'vitest'
import {
  SVG_BYTES_MAX,
  SVG_HAS_ENTITIES,
  SVG_TOO_COMPLEX,
  SVG_TOO_LARGE,
} from '#contract/catalog/admin-tokens'
import { runInImageQueue } from './image-queue.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import { svgBounds } from './svg-limits.ts'
import { sanitizeSvgInWorker } from './svg-worker-client.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`
const rect = '<rect width="1" height="1"></rect>'

/** Groups that each draw the previous one `times` over: the drawing grows by that factor with every level. */
const bomb = (levels: number, times: number, reference: (id: string) => string) =>
  svg(
    `<defs><g id="l0">${rect}</g>${Array.from(
      { length: levels },
      (_, level) => `<g id="l${level + 1}">${reference(`l${level}`).repeat(times)}</g>`,
    ).join('')}</defs>${reference(`l${levels}`)}`,
  )

describe('cleaning an SVG', () => {
  test('keeps an ordinary icon', () => {
    const icon = svg(`<defs><g id="a">${rect}</g></defs><use href="#a"></use><use xlink:href="#a"></use>`)
    expect(sanitizeSvg(icon)).toContain('<use href="#a">')
  })

  test.each([
    ['use', (id: string) => `<use href="#${id}"></use>`],
    ['an old use', (id: string) => `<use xlink:href="#${id}"></use>`],
    ['a mask', (id: string) => `<g mask="url(#${id})">${rect}</g>`],
    ['a clip path', (id: string) => `<g clip-path="url('#${id}')">${rect}</g>`],
  ])('rejects an image that grows by %s', (_, reference) => {
    expect(() => sanitizeSvg(bomb(10, 10, reference))).toThrow(SVG_TOO_COMPLEX)
    expect(() => sanitizeSvg(bomb(2, 3, reference))).not.toThrow()
  })

  test('rejects a reference to itself, direct or indirect', () => {
    expect(() => sanitizeSvg(svg('<g id="a"><use href="#a"></use></g>'))).toThrow(SVG_TOO_COMPLEX)
    const circle = '<g id="a"><use href="#b"></use></g><g id="b"><use href="#a"></use></g>'
    expect(() => sanitizeSvg(svg(circle))).toThrow(SVG_TOO_COMPLEX)
  })

  test('rejects too many elements and too deep nesting, and accepts as many as are allowed', () => {
    const { elements, depth } = svgBounds
    expect(() => sanitizeSvg(svg(rect.repeat(elements - 1)))).not.toThrow()
    expect(() => sanitizeSvg(svg(rect.repeat(elements)))).toThrow(SVG_TOO_COMPLEX)
    const nested = (levels: number) => svg(`${'<g>'.repeat(levels)}${'</g>'.repeat(levels)}`)
    expect(() => sanitizeSvg(nested(depth - 1))).not.toThrow()
    expect(() => sanitizeSvg(nested(depth))).toThrow(SVG_TOO_COMPLEX)
    expect(() => sanitizeSvg(nested(30_000))).toThrow(SVG_TOO_COMPLEX)
  })

  test('rejects more bytes than allowed, counted before and after', () => {
    const path = (length: number) => svg(`<path d="M0 0${' '.repeat(length)}"></path>`)
    expect(() => sanitizeSvg(path(SVG_BYTES_MAX))).toThrow(SVG_TOO_LARGE)
    // A quote has one byte as sent and six as stored.
    const quotes = svg(`<text>${'"'.repeat(10)}</text><path d='${'"'.repeat(60_000)}'></path>`)
    expect(quotes.length).toBeLessThan(SVG_BYTES_MAX)
    expect(() => sanitizeSvg(quotes)).toThrow(SVG_TOO_LARGE)
  })

  test('explains the rejection of an SVG that declares entities, and accepts one with an ordinary document type', () => {
    const entities = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "${'x'.repeat(50)}">]>`
    expect(() => sanitizeSvg(`${entities}${svg(rect)}`)).toThrow(SVG_HAS_ENTITIES)
    const plain =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    expect(sanitizeSvg(`<?xml version="1.0"?>${plain}${svg(rect)}`)).toContain('<rect')
  })

  test('removes dashes, of which one path can contain millions', () => {
    const dashed = svg('<path d="M0 0H1e9" stroke="red" stroke-dasharray=".001" pathLength="1e9"></path>')
    expect(sanitizeSvg(dashed)).toContain('<path d="M0 0H1e9" stroke="red">')
  })
})

describe('the thread that cleans SVG images', () => {
  test('returns what cleaning returns, and rejects what it rejects', async () => {
    const icon = svg(`<script>alert(1)</script>${rect}`)
    expect(await sanitizeSvgInWorker(icon)).toBe(sanitizeSvg(icon))
    await expect(
      sanitizeSvgInWorker(bomb(10, 10, (id) => `<use href="#${id}"></use>`)),
    ).rejects.toMatchObject({
      code: 'validation',
      details: [{ path: '/icon', message: SVG_TOO_COMPLEX }],
    })
  })

  test('is ended at its deadline, and the next image gets a new thread', async () => {
    await expect(sanitizeSvgInWorker(svg(rect), 0)).rejects.toMatchObject({ message: SVG_TOO_COMPLEX })
    expect(await sanitizeSvgInWorker(svg(rect))).toContain('<rect')
  })
})

describe('the queue of images', () => {
  test('runs one at a time and rejects images above its limit', async () => {
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => setImmediate(resolve))
      running -= 1
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => runInImageQueue(work)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('unavailable'))
    expect(most).toBe(1)
    await expect(runInImageQueue(async () => 'next')).resolves.toBe('next')
  })

  test('continues after a failure', async () => {
    const failing = runInImageQueue(async () => {
      throw new Error('broken')
    })
    const next = runInImageQueue(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('next')
  })
})
