/**
 * Sentences for what the database refuses. A service that knows more, such as the figure that is available, throws its
 * own {@link Problem}; everything else arrives here, mostly because two callers wrote at once. Each constraint has a
 * sentence of its own or that of its kind: `api/attack/constraints.test.ts` goes through all of them.
 */
import { Problem } from '#contract/problem'
import { findViolation } from '#db/errors'

/** By the name of a constraint or unique index, or by the SQLSTATE of a trigger that raises one of its own. */
const sentences: Readonly<Record<string, string>> = {
  users_email_unique: 'An account with this email already exists',
  admins_email_unique: 'This email is already in use',
  admins_username_unique: 'This username is already in use',
  approvals_one_of_a_row: 'Another approval request about this record is pending. It must be decided first.',
  audit_checks_one_runs: 'A check of the audit log is already running.',
  canned_replies_title_unique: 'A prepared answer with this title already exists.',
  contact_departments_pkey: 'A department with this name already exists.',
  distribution_reversals_pkey: 'This distribution was already reversed.',
  factors_credential_unique: 'This passkey has already been added.',
  offerings_one_not_closed:
    'This series has an offering that is not closed. Close it before you add another.',
  register_movements_reverses_unique: 'This movement was already corrected.',
  saved_views_name_unique: 'You have a view with this name in this section. Choose another name.',
  subscriptions_deposit_unique: 'This deposit already pays for another subscription.',
  token_categories_name_unique: 'A category with this name already exists',
  tokens_symbol_unique:
    'A token with this symbol already exists. Capitals and a leading $ make no difference',

  tokens_category_id_token_categories_id_fk:
    'This category still has tokens. Move them to another category first.',
  documents_uploaded_by_admins_id_fk: 'This administrator no longer exists.',

  holdings_units_range: 'A holding must stay at least 0 and below 1,000,000,000,000 units.',
  holdings_cost_range: 'The cost of a holding must stay at least $0 and below $1,000,000,000,000.',
  holdings_cost_of_units: 'A holding without units cannot have a cost.',
  register_heads_units_in_issue_range: 'Units in issue must stay at least 0 and below 1,000,000,000,000.',
  portfolios_active_investments_range: 'A portfolio can have at most 1,000,000 active investments.',
  subscriptions_units_of_amount: 'The amount and the unit price do not give these units.',
  subscriptions_units_range: 'The amount must buy at least 0.000001 and fewer than 1,000,000,000,000 units.',
  transactions_linked:
    'This transaction is part of a subscription or a distribution and can no longer be changed.',
  transactions_amount_range: 'An amount must be above $0 and below $1,000,000,000,000.',

  LD001: 'This account was deleted in the meantime. Nothing was changed.',
}

/** By SQLSTATE, for a constraint without a sentence of its own. */
const ofKind: Readonly<Record<string, string>> = {
  '23505': 'A record like this has just been added. Reload and try again.',
  '23P01': 'A record like this has just been added. Reload and try again.',
  '23503': 'Something this refers to was deleted in the meantime. Reload and try again.',
  '23001': 'Other records refer to this one, so it cannot be deleted.',
  '23502': 'A required value is missing. Nothing was changed.',
  '23514': 'This does not fit the other records. Nothing was changed. Reload and try again.',
  '22003': 'An amount would become larger than can be recorded. Nothing was changed.',
  '22001': 'A text is longer than can be recorded. Nothing was changed.',
}

/**
 * The error of a write that the database refused; undefined for all other errors. One without a sentence of its own has
 * its cause, and is logged: either two callers met, or a check is missing in the service.
 */
export function violationProblem(error: unknown): Problem | undefined {
  const violation = findViolation(error)
  if (!violation) return undefined
  const own = sentences[violation.constraint] ?? sentences[violation.code]
  if (own) return new Problem('conflict', own)
  const general = ofKind[violation.code]
  return general === undefined ? undefined : new Problem('conflict', general, { cause: error })
}
