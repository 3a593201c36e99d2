import { toDecimal } from '#shared/calculations/decimal'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'
import { getUnitsInCustody } from '#site/content/tokens/valuation-model.ts'

/** Offering, documents, attestations and updates are consistent with each other and with the units in custody. */
export const checkTerms = (token: TokenData): Finding[] => [
  ...checkOffering(token),
  ...checkAttestations(token),
  ...checkOrder(token),
]

function checkOffering(token: TokenData): Finding[] {
  const { offering, valuation, documents } = token
  const findings: Finding[] = []
  const add = (field: keyof typeof offering, message: string) =>
    findings.push({ path: ['offering', field], message })
  const held = getUnitsInCustody(token)
  if (toDecimal(offering.cap_units).gt(toDecimal(held)))
    add('cap_units', `Expected ${held} or less: the units held.`)
  if (toDecimal(offering.minimum).gt(toDecimal(offering.maximum))) {
    add('minimum', `Expected ${offering.maximum} or less: the maximum of an investor.`)
  }
  if (toDecimal(offering.minimum).lt(100))
    add('minimum', "Expected '100.00' or more, the platform's minimum.")
  if (offering.opens >= offering.closes) add('closes', `Expected a day after ${offering.opens}.`)
  const { low, high } = valuation.unit_value
  if (
    toDecimal(offering.unit_price).lt(toDecimal(low)) ||
    toDecimal(offering.unit_price).gt(toDecimal(high))
  ) {
    add('unit_price', `Expected a price from ${low} to ${high}, the range of the valuation.`)
  }
  if (!documents.some(({ must_acknowledge }) => must_acknowledge)) {
    findings.push({ path: ['documents'], message: 'Expected a document that must be acknowledged.' })
  }
  return findings
}

function checkAttestations({ attestations }: TokenData): Finding[] {
  return attestations.flatMap(({ as_of, expires }, index): Finding[] => {
    const before = attestations[index - 1]
    if (before && as_of >= before.as_of) {
      return [{ path: ['attestations', index, 'as_of'], message: 'Expected the latest attestation first.' }]
    }
    return expires > as_of
      ? []
      : [{ path: ['attestations', index, 'expires'], message: `Expected a day after ${as_of}.` }]
  })
}

function checkOrder({ updates, documents }: TokenData): Finding[] {
  const findings: Finding[] = []
  updates.forEach(({ date }, index) => {
    const before = updates[index - 1]
    if (before && date > before.date) {
      findings.push({ path: ['updates', index, 'date'], message: 'Expected the latest update first.' })
    }
  })
  for (const [name, items] of Object.entries({ updates, documents })) {
    const ids = items.map(({ id }) => id)
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (twice >= 0) {
      findings.push({
        path: [name, twice, 'id'],
        message: `Expected another id: ${ids[twice]} is used twice.`,
      })
    }
  }
  return findings
}
