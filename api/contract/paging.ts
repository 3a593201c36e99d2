/** Paging of investor lists: rows after the first `offset`. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Query fields. */
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
