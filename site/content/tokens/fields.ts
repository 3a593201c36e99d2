import { z } from 'astro/zod'
import { calendarDate, fields, oneOf, text } from '#site/content/fields.ts'
import { chain, gradeTonnage, history, statement, unit, valuation } from './estimate-fields.ts'
import { district, license, plan, section, stages } from './ground-fields.ts'
import { attestations, documents, offering, risks, updates } from './term-fields.ts'

/** content/tokens/*.yaml, field by field; `schema.ts` adds the check of the figures. */
export const tokenFields = fields({
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
export const tokenText = fields({ title: text(5, 70), description: text(50, 200), updated: calendarDate() })

/** What a check finds: where, and what would be right. */
export interface Finding {
  path: (string | number)[]
  message: string
}
