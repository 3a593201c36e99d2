/** Pages of the lists of an investor: rows after `offset` others. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** The fields of a query. */
export const offsetPage = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
}

export const Pagination = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
})
export type Pagination = Static<typeof Pagination>
