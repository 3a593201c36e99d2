import { z } from 'astro/zod'
import { calendarDate, oneOf, strictObject, text } from '#site/content/content-fields.ts'
import { chain, gradeTonnage, history, statement, unit, valuation } from './estimate-fields.ts'
import { district, license, plan, section, stages } from './geology-fields.ts'
import { attestations, documents, offering, risks, updates } from './term-fields.ts'

/** content/tokens/*.yaml, field by field; `schema.ts` adds the check of the figures. */
export const tokenFields = strictObject({
  illustrative: z.literal(true, { error: 'Expected true: the data of this asset are invented.' }),
  symbol: z
    .string({ error: 'Expected the symbol of the token, such as $WITGOLD.' })
    .regex(/^\$[A-Za-z0-9]{2,20}$/, 'Expected the symbol with its $, such as $WITGOLD.'),
  name: text(3, 60),
  commodity: text(3, 60),
  summary: text(50, 240),
  district,
  stage: oneOf(stages),
  license,
  deposit_type: text(5, 120),
  host_rock: text(5, 160),
  plan,
  section,
  statement,
  grade_tonnage: gradeTonnage,
  unit,
  chain,
  valuation,
  history,
  offering,
  documents,
  attestations,
  risks,
  updates,
})

export type TokenData = z.output<typeof tokenFields>

/** content/tokens/*.mdx */
export const tokenText = strictObject({
  title: text(5, 70),
  description: text(50, 200),
  updated: calendarDate(),
})

/** A finding of a check: the location, and the correct value. */
export interface Finding {
  path: (string | number)[]
  message: string
}
