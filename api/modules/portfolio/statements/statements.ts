/** Statements as files. */
import type { GeneratedFile } from '#common/file-types'
import { invalidFieldProblem } from '#contract/problem'
import type { DayRange } from '#db/list-queries'
import { getToday } from '#shared/calculations/calendar'
import { getStatement } from './statement-figures.ts'

/**
 * A statement for a date range as a PDF. The PDF library is loaded with the first one: most instances never need it,
 * and none needs it to start. Throws as `getStatement` does.
 */
export async function createStatementPdf(userId: number, range: DayRange): Promise<GeneratedFile> {
  const statement = await getStatement(userId, range)
  const { renderStatementPdf } = await import('./statement-pdf.ts')
  return { rows: statement.rows.length, chunks: renderStatementPdf(statement, new Date()) }
}

/** In UTC. */
export const getCurrentYear = (): number => new Date().getUTCFullYear()

/** The statement of a calendar year, or of the current one up to today. Throws `validation` for a year that has not begun, and as {@link createStatementPdf}. */
export async function createYearlyStatementPdf(
  userId: number,
  year: number = getCurrentYear(),
): Promise<GeneratedFile> {
  if (year > getCurrentYear()) throw invalidFieldProblem('/year', 'Select the current or an earlier year')
  const to = [`${year}-12-31`, getToday()].sort()[0]
  return createStatementPdf(userId, { from: `${year}-01-01`, to })
}
