/** Tables as files, for any program or for Excel. */
import * as Type from '@sinclair/typebox'
import { StringEnum } from './schema-builders.ts'

/** Media type of a CSV table. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Media type of an Excel workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Which program a table is for. */
export const tableUses = ['plain', 'excel'] as const
export type TableUse = (typeof tableUses)[number]

/** Query field of every table sent as a file. */
export const tableQuery = {
  for: Type.Optional(
    StringEnum(tableUses, {
      description:
        '`plain`, the default: CSV (RFC 4180) in UTF-8 without a byte order mark. `excel`: a workbook (XLSX), because Excel reads CSV differently in each region',
    }),
  ),
}
