/** Tables as files, for any program or for Excel. */
import * as Type from '@sinclair/typebox'
import { OneOf } from './schema.ts'

/** Media type of a table as CSV. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Media type of a table as a workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a table is made for. */
export const tableUses = ['plain', 'excel'] as const
export type TableUse = (typeof tableUses)[number]

/** In the query of every table that is sent as a file. */
export const tableQuery = {
  for: Type.Optional(
    OneOf(tableUses, {
      description:
        '`plain`, the default: CSV (RFC 4180) in UTF-8 without a byte order mark. `excel`: a workbook (XLSX), because Excel reads CSV differently in each region',
    }),
  ),
}
