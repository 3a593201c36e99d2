import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { stripContract } from './browser-contract.ts'

const strip = (code: string) => stripContract(code, parseAst(code))

test('an endpoint keeps what a call needs, and loses what describes it', () => {
  const stripped = strip(`
    const cache = { maxAge: 30 }
    export const things = {
      list: get('/things', { summary: 'All', access: 'public', response: Type.Array(Thing), cache, problems: ['locked'] }),
      make: post('/things', { ...form, body: ThingBody, response: Type.Object({ id: Id() }) }),
      file: get('/things/file', { access: 'investor', response: { raw: 'text/csv' } }),
    }`)
  expect(stripped).toContain("access: 'public', response: {}, cache: {}, problems: {} })")
  expect(stripped).toContain("post('/things', { ...form, body: ThingBody, response: {} })")
  expect(stripped).toContain("response: { raw: 'text/csv' }")
  expect(stripped).not.toMatch(/All|Thing\b|locked|Id\(/)
})

test('a schema is marked as free of effects, so that a bundler leaves out those nobody reads', () => {
  expect(strip('export const Body = Type.Object({ name: Line(100) })')).toBe(
    'export const Body = /* @__PURE__ */ Type.Object({ name: /* @__PURE__ */ Line(100) })',
  )
})

test('other functions and their options stay as they are', () => {
  const code = "export const text = describe('/x', { response: 1, summary: 2 }).join(' ')"
  expect(strip(code).replaceAll('/* @__PURE__ */ ', '')).toBe(code)
})

test('calls made for what they do are not marked: in functions, in constructors, before `this`', () => {
  const code = `
    export class Refusal extends Error { constructor(text) { super(text); this.name = name() } }
    export function addressOf(query) { query.set('a', String(1)); return query.toString() }
    export const write = (list) => list.push(1)`
  expect(strip(code)).toBe(code)
})
