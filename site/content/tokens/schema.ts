import { checkDates } from './checks/dates.ts'
import { checkGradeTonnage } from './checks/grade-tonnage.ts'
import { checkPlan } from './checks/plan.ts'
import { checkChanges } from './checks/resource-changes.ts'
import { checkSection } from './checks/section.ts'
import { checkStatement } from './checks/statement.ts'
import { checkTerms } from './checks/terms.ts'
import { checkChain } from './checks/unit-derivation.ts'
import { checkValuation } from './checks/valuation.ts'
import { type Finding, type TokenData, tokenFields } from './fields.ts'

/** Everything wrong with a token's figures; what depends on a wrong figure is checked once that is corrected. */
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

/** content/tokens/*.yaml: fields, and recalculated figures. Messages name the field and the correct value. */
export const token = tokenFields.superRefine((data, context) => {
  for (const { path, message } of checkFigures(data)) context.addIssue({ code: 'custom', path, message })
})
