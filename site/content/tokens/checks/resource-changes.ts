import { sum, toDecimal } from '#shared/calculations/decimal'
import { convertMass } from '#shared/calculations/measurement-units'
import { backingCategories, type Category, reserveCategories } from '#shared/calculations/resource-statement'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

/** Such as 'rose by 8.8 tonnes' or 'raised contained oxides by 14,670 tonnes'. */
const change = /\b(?:rose|fell|raised|lowered)\b[^.]*? by (\d[\d,]*(?:\.\d+)?) tonnes/g

/** A change of resources or reserves stated in an update matches the current and previous statements. */
export function checkChanges({ updates, statement }: TokenData): Finding[] {
  const { lines, previous, units } = statement
  const tonnesOf = (all: typeof lines, of: readonly Category[]) =>
    convertMass(
      sum(all.filter(({ category }) => of.includes(category)).map(({ contained }) => contained)),
      units.contained,
      't',
    )
  const changes = [backingCategories, reserveCategories].map((of) =>
    tonnesOf(lines, of).minus(tonnesOf(previous.lines, of)).abs(),
  )
  return updates.flatMap(({ text }, index) =>
    [...text.matchAll(change)].flatMap(([, figure = '']) => {
      const said = toDecimal(figure.replaceAll(',', ''))
      if (changes.some((computed) => computed.eq(said))) return []
      const [resources, reserves] = changes
      const message = `Expected a change of ${resources?.toFixed()} t (Measured and Indicated) or ${reserves?.toFixed()} t (reserves). This one says ${figure}.`
      return [{ path: ['updates', index, 'text'], message }]
    }),
  )
}
