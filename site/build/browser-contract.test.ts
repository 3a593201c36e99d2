import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { stripContract } from './browser-contract.ts'

const strip = (code: string) => stripContract(code, parseAst(code))

test('strips an endpoint down to what a call needs', () => {
  const stripped = strip(`
    const cache = { maxAge: 30 }
    export const things = {
      list: get('/things', { summary: 'All', access: 'public', response: Type.Array(Thing), cache, problems: ['locked'] }),
      make: post('/things', { ...form, body: ThingBody, csrf: true, idempotent: true, response: Type.Object({ id: Id() }) }),
      file: get('/things/file', { access: 'investor', response: { raw: 'text/csv' } }),
    }`)
  expect(stripped).toContain("list: /* @__PURE__ */ get('/things', {      })")
  expect(stripped).toContain("post('/things', { ...form,  csrf: true, idempotent: true,  })")
  expect(stripped).toContain("response: { raw: 'text/csv' }")
  expect(stripped).not.toMatch(/All|public|Thing|locked|Id\(/)
})

test('marks schemas as pure, so that a bundler drops unused ones', () => {
  expect(strip('export const Body = Type.Object({ name: Line(100) })')).toBe(
    'export const Body = /* @__PURE__ */ Type.Object({ name: /* @__PURE__ */ Line(100) })',
  )
})

test('drops schema keywords that only the server reads, also in schema builders, and keeps fields of that name', () => {
  const code = `
    const Amount = (more) => Type.String({ maxLength: 9, errorMessage: "At most 9", description: 'In USD', examples: ['1.00'], ...more })
    const Body = Type.Object({ description: Text(), examples: Amount() })`
  const stripped = strip(code)
  expect(stripped).toContain('Type.String({ maxLength: 9,    ...more })')
  expect(stripped).toContain('description: /* @__PURE__ */ Text(), examples: /* @__PURE__ */ Amount()')
})

test('leaves other functions and their options alone', () => {
  const code = "export const text = describe('/x', { response: 1, summary: 2 }).join(' ')"
  expect(strip(code).replaceAll('/* @__PURE__ */ ', '')).toBe(code)
})

test('does not mark calls with side effects: in functions, in constructors, before `this`', () => {
  const code = `
    export class Rejection extends Error { constructor(text) { super(text); this.name = name() } }
    export function addressOf(query) { query.set('a', String(1)); return query.toString() }
    export const write = (list) => list.push(1)`
  expect(strip(code)).toBe(code)
})
