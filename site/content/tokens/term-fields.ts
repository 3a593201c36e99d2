/** Fields of a token's data about the investment: offering, documents, attestations, risks, updates. */
import { z } from 'astro/zod'
import { seriesDocumentKinds } from '#shared/enums/series'
import { calendarDate, fields, listOf, oneOf, slug, text } from '#site/content/fields.ts'
import { decimalText, dollars } from './number-fields.ts'

export const offering = fields({
  unit_price: dollars('the price of a unit'),
  minimum: dollars('the minimum of a subscription'),
  maximum: dollars('the maximum of an investor'),
  cap_units: decimalText('the most units that the offering issues'),
  opens: calendarDate(),
  closes: calendarDate(),
  payment_days: z
    .int({ error: 'Expected the days for payment, a whole number from 1 to 60.' })
    .min(1)
    .max(60),
  eligible_countries: listOf(
    z.string().regex(/^[A-Z]{2}$/, 'Expected a country code of two capital letters, such as CH.'),
    0,
    60,
    'country codes; an empty list admits every country',
  ),
  use_of_proceeds: text(20, 300),
  redemption: text(20, 300),
  fees: text(10, 300),
})

export const documents = listOf(
  fields({
    id: slug(),
    kind: oneOf(seriesDocumentKinds),
    title: text(5, 120),
    date: calendarDate(),
    must_acknowledge: z.boolean({ error: 'Expected true or false: whether a subscription needs it.' }),
  }),
  3,
  20,
  'documents',
)

/** The latest first. */
export const attestations = listOf(
  fields({
    as_of: calendarDate(),
    expires: calendarDate(),
    units_held: decimalText('the units held'),
    by: text(5, 120),
    finding: text(20, 400),
  }),
  1,
  12,
  'attestations, the latest first',
)

export const risks = listOf(fields({ title: text(3, 80), text: text(40, 500) }), 3, 8, 'risks of this asset')

export const updates = listOf(
  fields({ id: slug(), date: calendarDate(), title: text(5, 120), text: text(40, 800) }),
  1,
  30,
  'updates, the latest first',
)
