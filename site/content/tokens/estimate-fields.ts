/** Token data fields with figures: resource statement, curve, derivation from ground to unit, valuation. */
import { z } from 'astro/zod'
import { gradeUnits, massUnits, quantityUnits } from '#shared/calculations/measurement-units'
import { categories } from '#shared/calculations/resource-statement'
import { chainOperations } from '#shared/calculations/unit-derivation'
import { calendarDate, listOf, oneOf, slug, strictObject, text } from '#site/content/content-fields.ts'
import { decimalText, dollars, signedText } from './number-fields.ts'

const reported = {
  tonnes: decimalText('the tonnes'),
  grade: decimalText('the grade'),
  contained: decimalText('the contained metal or mineral'),
}

const line = strictObject({
  category: oneOf(categories),
  ...reported,
  figures: z
    .int({ error: 'Expected the significant figures of `contained`, a whole number from 1 to 6.' })
    .min(1)
    .max(6)
    .default(3),
})

const total = strictObject({ of: listOf(oneOf(categories), 1, 5, 'categories'), ...reported })

const lines = listOf(line, 1, 5, 'lines, one for a category')
const totals = listOf(total, 0, 2, 'totals: of Measured and Indicated, and of reserves')

/** The latest statement, with the previous one for comparison. */
export const statement = strictObject({
  effective: calendarDate(),
  standard: oneOf(['JORC Code 2012', 'NI 43-101']),
  signed_by: strictObject({
    role: oneOf(['Competent Person', 'Qualified Person']),
    experience: text(10, 200),
  }),
  units: strictObject({
    tonnes: oneOf(quantityUnits),
    grade: oneOf(gradeUnits),
    contained: oneOf(massUnits),
  }),
  grade_of: text(2, 60),
  cut_off: strictObject({ value: decimalText('the cut-off'), basis: text(10, 240) }),
  lines,
  totals,
  note: text(10, 600),
  previous: strictObject({
    effective: calendarDate(),
    cut_off: decimalText('the cut-off of the statement before'),
    lines,
    totals,
  }),
  reconciliation: listOf(
    strictObject({ reason: text(5, 160), contained: signedText('the change of contained metal or mineral') }),
    1,
    6,
    'reasons, which add up to the change of Measured and Indicated',
  ),
})

/** Measured and Indicated ground by grade, including below the cut-off. */
export const gradeTonnage = strictObject({
  source: text(10, 200),
  as_of: calendarDate(),
  bins: listOf(
    strictObject({
      from: decimalText('the lower grade'),
      to: decimalText('the upper grade'),
      tonnes: decimalText('the tonnes'),
      grade: decimalText('the mean grade'),
    }),
    3,
    20,
    'bins of grade, from low to high',
  ),
})

/** What one unit represents. */
export const unit = strictObject({ value: decimalText('the mass'), unit: oneOf(massUnits), of: text(5, 80) })

const quantity = {
  value: decimalText('a quantity'),
  unit: z.string({ error: "Expected a unit: a mass such as t or kg, units, '%' or ratio." }).min(1),
}

/** From contained metal to units in custody. */
export const chain = listOf(
  strictObject({
    label: text(3, 80),
    operation: oneOf(chainOperations),
    input: strictObject({ label: text(3, 120), ...quantity }),
    result: strictObject(quantity),
    source: text(5, 200),
    as_of: calendarDate(),
  }),
  3,
  10,
  'steps',
)

const input = strictObject({
  id: slug(),
  label: text(3, 80),
  unit: z.string({ error: "Expected a unit: '%', or dollars for a mass such as USD/kg." }).min(1),
  low: decimalText('the low end of the range'),
  preferred: decimalText('the preferred value'),
  high: decimalText('the high end of the range'),
  source: text(10, 240),
  as_of: calendarDate(),
})

const unitValues = {
  low: dollars('the low value of a unit'),
  preferred: dollars('the preferred value of a unit'),
  high: dollars('the high value of a unit'),
}

const common = {
  as_of: calendarDate(),
  prepared_by: text(5, 120),
  basis: text(20, 600),
  inputs: listOf(input, 1, 10, 'inputs'),
  unit_value: strictObject(unitValues),
}

export const valuation = z.discriminatedUnion(
  'method',
  [
    strictObject({
      method: z.literal('cash-flow'),
      convention: oneOf(['mid-year', 'year-end']),
      profile: listOf(
        strictObject({
          year: z.int({ error: 'Expected a year, 1 for the first.' }).min(1).max(60),
          percent: decimalText('the share of the quantity mined in the year, in percent'),
        }),
        1,
        60,
        'years with their share',
      ),
      ...common,
    }),
    strictObject({ method: z.literal('yardstick'), ...common }),
  ],
  { error: 'Expected the method cash-flow or yardstick.' },
)

export const history = listOf(
  strictObject({ as_of: calendarDate(), ...unitValues, note: text(5, 200).optional() }),
  12,
  60,
  'months of unit values, the earliest first',
)
