import { decimal, sum } from '#shared/asset/decimal'
import { backingCategories, type Category, reserveCategories } from '#shared/asset/resource'
import { convertMass } from '#shared/asset/units'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

/** Such as 'rose by 8.8 tonnes' or 'raised contained oxides by 14,670 tonnes'. */
const change = /\b(?:rose|fell|raised|lowered)\b[^.]*? by (\d[\d,]*(?:\.\d+)?) tonnes/g

/** What an update says of a change of resources or reserves is what the statement and the one before give. */
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
      const said = decimal(figure.replaceAll(',', ''))
      if (changes.some((computed) => computed.eq(said))) return []
      const [resources, reserves] = changes
      const message = `Expected a change of ${resources?.toFixed()} t (Measured and Indicated) or ${reserves?.toFixed()} t (reserves). This one says ${figure}.`
      return [{ path: ['updates', index, 'text'], message }]
    }),
  )
}
