/** What all admin endpoints share: paths, list queries, guards for edits. */
import type { Static, TObject, TOptional, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { Access } from './endpoint.ts'
import { TOTAL_COUNT_HEADER } from './request-url.ts'
import { Id, SearchText, StringEnum, Timestamp } from './schema-builders.ts'
import { CSV_TYPE, tableQuery } from './table-file.ts'

/** Name of the path parameter for the secret segment. */
export const ADMIN_PATH_PARAMETER = 'admin_path'

/** An admin path, below the path segment that only the server and its administrators know. */
export const adminPath = <const P extends string>(path: P) =>
  `/:${ADMIN_PATH_PARAMETER}/admin${path}` as const

/** Default page size of a list. */
export const ADMIN_PAGE_SIZE = 50
export const ADMIN_PAGE_MAX = 500

/**
 * The query of a list: page, page size, search text, order and the list's own filters. `sorts` are field names; each
 * may be sent as `-field` for descending order. The first is the default.
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
    sort: StringEnum<S | `-${S}`>(words, { default: sorts[0] }),
    ...filters,
  })
}

/** All rows of a list that match its search text and filters, as a file. The description begins with `what`. */
export const csvExport = <const C extends Extract<Access, `admin:${string}`>, F extends TProperties>(
  access: C,
  what: string,
  filters: F,
) => ({
  summary: `${what} that match, as a CSV file (RFC 4180), streamed`,
  access,
  limit: 'export' as const,
  query: Type.Object({ search: SearchText(), ...filters, ...tableQuery }),
  response: { raw: CSV_TYPE },
  headers: { [TOTAL_COUNT_HEADER]: 'Number of rows in the file' },
})

/** Maximum rows of one bulk change. */
export const BULK_ROWS_MAX = 500

/** The rows of a bulk change. `what` names them in the message about too few or too many. */
export const BulkIds = (what: string) =>
  Type.Array(Id(), {
    minItems: 1,
    maxItems: BULK_ROWS_MAX,
    errorMessage: `Select 1 to ${BULK_ROWS_MAX} ${what}`,
  })

export const AdminPagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})
export type AdminPagination = Static<typeof AdminPagination>

/** When the row was last changed, as known to the editor; a later change makes the edit a `stale_write`. */
export const versionGuard = { updated_at: Type.Optional(Timestamp()) }

/** The body of an edit: missing fields are unchanged, and nothing has a default. */
export function EditBody<P extends TProperties>({ properties }: TObject<P>) {
  const optional = Object.fromEntries(
    Object.entries(properties).map(([name, { default: _default, ...property }]) => [
      name,
      Type.Optional(property as P[string]),
    ]),
  )
  return Type.Object({ ...optional, ...versionGuard }) as unknown as TObject<
    { [Name in keyof P]: TOptional<P[Name]> } & typeof versionGuard
  >
}

export const Success = Type.Object({ success: Type.Literal(true) })
