/** Token data fields about the investment: offering, documents, attestations, risks, updates. */
import { z } from 'astro/zod'
import { seriesDocumentTypes } from '#shared/enums/series'
import { calendarDate, listOf, oneOf, slug, strictObject, text } from '#site/content/content-fields.ts'
import { decimalText, dollars } from './number-fields.ts'

export const offering = strictObject({
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
  strictObject({
    id: slug(),
    kind: oneOf(seriesDocumentTypes),
    title: text(5, 120),
    date: calendarDate(),
    must_acknowledge: z.boolean({ error: 'Expected true or false: whether a subscription needs it.' }),
  }),
  3,
  20,
  'documents',
)

/** Latest first. */
export const attestations = listOf(
  strictObject({
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

export const risks = listOf(
  strictObject({ title: text(3, 80), text: text(40, 500) }),
  3,
  8,
  'risks of this asset',
)

export const updates = listOf(
  strictObject({ id: slug(), date: calendarDate(), title: text(5, 120), text: text(40, 800) }),
  1,
  30,
  'updates, the latest first',
)
