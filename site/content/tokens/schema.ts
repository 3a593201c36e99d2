import { checkChain } from './checks/chain.ts'
import { checkChanges } from './checks/changes.ts'
import { checkDates } from './checks/dates.ts'
import { checkGradeTonnage } from './checks/grade-tonnage.ts'
import { checkPlan } from './checks/plan.ts'
import { checkSection } from './checks/section.ts'
import { checkStatement } from './checks/statement.ts'
import { checkTerms } from './checks/terms.ts'
import { checkValuation } from './checks/valuation.ts'
import { type Finding, type TokenData, tokenFields } from './fields.ts'

/** Everything that is wrong with the figures of a token; what builds on a wrong figure is checked once that is right. */
function checkFigures(token: TokenData): Finding[] {
  const independent = [
    checkPlan(token),
    checkSection(token),
    checkTerms(token),
    checkDates(token),
    checkStatement(token),
  ].flat()
  const isStatementRight = !independent.some(({ path }) => path[0] === 'statement')
  if (!isStatementRight) return independent
  const chain = checkChain(token)
  const valuation = chain.length > 0 ? [] : checkValuation(token)
  return [...independent, ...checkChanges(token), ...checkGradeTonnage(token), ...chain, ...valuation]
}

/** content/tokens/*.yaml: fields, and figures that are computed again. Messages name the field and what is right. */
export const token = tokenFields.superRefine((data, context) => {
  for (const { path, message } of checkFigures(data)) context.addIssue({ code: 'custom', path, message })
})
