/** What all administrators' endpoints share: paths, queries of lists, guards of edits. */
import type { Static, TObject, TOptional, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { TOTAL_COUNT } from './call.ts'
import type { Access } from './endpoint.ts'
import { Id, OneOf, SearchText, Timestamp } from './schema.ts'
import { CSV_TYPE, tableQuery } from './table-file.ts'

/** Name of the path parameter that carries the secret segment. */
export const ADMIN_PATH_PARAMETER = 'admin_path'

/** An administrators' path: behind the path segment that only the server and its administrators know. */
export const adm = <const P extends string>(path: P) => `/:${ADMIN_PATH_PARAMETER}/admin${path}` as const

/** Default number of rows on a page of a list. */
export const ADMIN_PAGE_SIZE = 50
export const ADMIN_PAGE_MAX = 500

/**
 * The query of a list: page, size, search text, order and the filters of that list. `sorts` are field names; each may
 * be sent as `-field` for descending order, the first is the default.
 */
export const ListQuery = <const S extends string, F extends TProperties>(
  sorts: readonly [S | `-${S}`, ...S[]],
  filters: F,
  size: number = ADMIN_PAGE_SIZE,
) => {
  const fields = sorts.map((sort) => sort.replace(/^-/, '')) as S[]
  const words = fields.flatMap((field) => [field, `-${field}` as const])
  return Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: ADMIN_PAGE_MAX, default: size }),
    search: SearchText(),
    sort: OneOf<S | `-${S}`>(words, { default: sorts[0] }),
    ...filters,
  })
}

/** All rows of a list that match its search text and filters, as a file: `what` begins the description. */
export const csvFile = <const C extends Extract<Access, `admin:${string}`>, F extends TProperties>(
  access: C,
  what: string,
  filters: F,
) => ({
  summary: `${what} that match, as a CSV file (RFC 4180), streamed`,
  access,
  limit: 'export' as const,
  query: Type.Object({ search: SearchText(), ...filters, ...tableQuery }),
  response: { raw: CSV_TYPE },
  headers: { [TOTAL_COUNT]: 'Number of rows in the file' },
})

/** Most rows of one bulk change. */
export const BULK_MAX = 500

/** The rows of a bulk change; `what` names them in the message about too few or too many. */
export const BulkIds = (what: string) =>
  Type.Array(Id(), { minItems: 1, maxItems: BULK_MAX, says: `Choose 1 to ${BULK_MAX} ${what}` })

export const AdminPagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})
export type AdminPagination = Static<typeof AdminPagination>

/** When the row that an edit is based on was last changed; another change since then is a `stale_write`. */
export const basedOn = { updated_at: Type.Optional(Timestamp()) }

/** The body of an edit: a field left out stays as it is, and nothing has a default. */
export function EditOf<P extends TProperties>({ properties }: TObject<P>) {
  const optional = Object.fromEntries(
    Object.entries(properties).map(([name, { default: _default, ...property }]) => [
      name,
      Type.Optional(property as P[string]),
    ]),
  )
  return Type.Object({ ...optional, ...basedOn }) as unknown as TObject<
    { [Name in keyof P]: TOptional<P[Name]> } & typeof basedOn
  >
}

export const Done = Type.Object({ success: Type.Literal(true) })
