/** The data of the ten series: each is complete, its figures are correct, and each deposit is unique. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { calculateEntitlementValue, calculateSensitivities } from '#shared/calculations/valuation'
import { tokenCatalog } from '#shared/default-tokens'
import { type TokenData, tokenText } from './fields.ts'
import { token } from './schema.ts'
import { createValuationModel, getUnitsInCustody } from './valuation-model.ts'

const folder = 'content/tokens'
const codeOf = (symbol: string): string => symbol.slice(1).toLowerCase()
const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
const problemsOf = (data: unknown): string[] =>
  token.safeParse(data).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

const codes = tokenCatalog.map(({ symbol }) => codeOf(symbol))
const tokens = new Map<string, TokenData>(codes.map((code) => [code, parse(read(`${code}.yaml`))]))
const all = [...tokens.values()]

test('every series of the catalog has data and text, and nothing else has', () => {
  const expected = codes.flatMap((code) => [`${code}.mdx`, `${code}.yaml`]).sort()
  expect(readdirSync(folder).sort()).toEqual(expected)
})

describe.each(tokenCatalog)('$symbol', ({ symbol }) => {
  const code = codeOf(symbol)
  const data = tokens.get(code) as TokenData

  test('has data without a finding of the content check', () => {
    expect(problemsOf(data)).toEqual([])
    expect(data.symbol).toBe(symbol)
  })

  test('has a text of 250 to 400 words that says that the asset is fictitious', () => {
    const [, frontMatter = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(`${code}.mdx`)) ?? []
    expect(tokenText.safeParse(parse(frontMatter)).error).toBeUndefined()
    const words = body.split(/\s+/).filter(Boolean).length
    expect(words).toBeGreaterThanOrEqual(250)
    expect(words).toBeLessThanOrEqual(400)
    expect(body).toContain('*Illustrative: this asset is fictitious')
    expect(data.summary).toContain('Illustrative')
  })

  test('drills through the mineralization: no hole of the section ends in it', () => {
    const rocks = new Map(data.section.lithologies.map((rock) => [rock.code, rock.mineralized]))
    const last = data.section.holes.map(({ id, lithology }) => [id, rocks.get(lithology.at(-1)?.rock ?? '')])
    expect(last.filter(([, mineralized]) => mineralized !== false)).toEqual([])
  })

  test('has a value that is most or second most sensitive to price or yardstick', () => {
    const bars = calculateSensitivities(createValuationModel(data))
    const first = bars.slice(0, 2).map(({ input }) => input.id)
    expect(first.includes('price') || first.includes('yardstick')).toBe(true)
    expect(calculateEntitlementValue(createValuationModel(data)).gt(0)).toBe(true)
  })

  test('grants less than the resource, and offers no more than the units in custody', () => {
    expect(Number(data.offering.cap_units)).toBeLessThanOrEqual(Number(getUnitsInCustody(data)))
    const pledge = data.chain.find(({ label }) => label === 'Committed to the series')
    expect(Number(pledge?.input.value)).toBeLessThan(100)
  })

  test('names people only by their role', () => {
    expect(data.valuation.prepared_by).toContain('(role, illustrative)')
    for (const { by } of data.attestations) expect(by).toContain('(role, illustrative)')
  })
})

test('the ten differ in place, deposit type, statement date and units in custody', () => {
  const differ = (of: (data: TokenData) => string) => expect(new Set(all.map(of)).size).toBe(all.length)
  differ(({ district }) => district.name)
  differ(({ deposit_type }) => deposit_type)
  differ((data) => getUnitsInCustody(data))
  differ(({ risks }) => risks.map(({ title }) => title).join())
  expect(new Set(all.map(({ statement }) => statement.effective)).size).toBeGreaterThanOrEqual(7)
  expect(new Set(all.map(({ stage }) => stage)).size).toBeGreaterThanOrEqual(5)
})

test('projects before a pre-feasibility study have no reserve and no cash flow', () => {
  const early = all.filter(({ stage }) => stage === 'exploration' || stage === 'scoping-study')
  expect(early.length).toBeGreaterThan(0)
  for (const { statement, valuation } of early) {
    expect(valuation.method).toBe('yardstick')
    const reserves = statement.lines.filter(
      ({ category }) => category === 'proved' || category === 'probable',
    )
    expect(reserves).toEqual([])
  }
})
