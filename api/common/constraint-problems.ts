/**
 * Messages for writes that the database rejects. A service that knows more, such as the available amount, throws its
 * own {@link Problem}; everything else ends up here, mostly because of concurrent writes. Each constraint has its own
 * message or that of its kind: `api/security-tests/constraints.test.ts` covers all of them.
 */
import { Problem } from '#contract/problem'
import { findViolation } from '#db/errors'

/** By name of the constraint or unique index, or by the SQLSTATE of a trigger that raises its own. */
const sentences: Readonly<Record<string, string>> = {
  users_email_unique: 'An account with this email already exists',
  admins_email_unique: 'This email is already in use',
  admins_username_unique: 'This username is already in use',
  approvals_one_of_a_row: 'Another approval request for this record is pending. It must be decided first.',
  audit_checks_one_runs: 'Verification of the audit log is already in progress.',
  canned_replies_title_unique: 'A canned reply with this title already exists.',
  contact_departments_pkey: 'A department with this name already exists.',
  distribution_reversals_pkey: 'This distribution has already been reversed.',
  factors_credential_unique: 'This passkey has already been added.',
  offerings_one_not_closed: 'This series already has an active offering. Close it before adding another.',
  register_movements_reverses_unique: 'This movement has already been corrected.',
  saved_views_name_unique: 'You already have a view with this name in this section. Choose another name.',
  subscriptions_deposit_unique: 'This deposit has already been applied to another subscription.',
  token_categories_name_unique: 'A category with this name already exists',
  tokens_symbol_unique: 'A token with this symbol already exists (ignoring case and a leading $)',

  tokens_category_id_token_categories_id_fk:
    'This category still contains tokens. Move them to another category first.',
  documents_uploaded_by_admins_id_fk: 'This administrator no longer exists.',

  holdings_units_range: 'A holding must be at least 0 and below 1,000,000,000,000 units.',
  holdings_cost_range: 'The cost basis of a holding must be at least $0 and below $1,000,000,000,000.',
  holdings_cost_of_units: 'A holding without units cannot have a cost basis.',
  register_heads_units_in_issue_range: 'Units in issue must be at least 0 and below 1,000,000,000,000.',
  portfolios_active_investments_range: 'A portfolio can have up to 1,000,000 active investments.',
  subscriptions_units_of_amount: 'The units do not match the amount and the unit price.',
  subscriptions_units_range: 'The amount must buy at least 0.000001 and fewer than 1,000,000,000,000 units.',
  transactions_linked:
    'This transaction belongs to a subscription or distribution and can no longer be changed.',
  transactions_amount_range: 'An amount must be above $0 and below $1,000,000,000,000.',

  LD001: 'This account has been deleted. No changes were made.',
}

/** By SQLSTATE, for constraints without their own message. */
const ofKind: Readonly<Record<string, string>> = {
  '23505': 'A record like this has just been added. Reload and try again.',
  '23P01': 'A record like this has just been added. Reload and try again.',
  '23503': 'A related record has been deleted. Reload and try again.',
  '23001': 'Other records refer to this one, so it cannot be deleted.',
  '23502': 'A required value is missing. No changes were made.',
  '23514': 'This conflicts with other records. No changes were made. Reload and try again.',
  '22003': 'An amount would exceed the maximum that can be recorded. No changes were made.',
  '22001': 'A text is too long. No changes were made.',
}

/**
 * The error for a write that the database rejected; undefined for all other errors. An error without its own message
 * carries its cause and is logged: either two callers collided, or the service lacks a check.
 */
export function constraintProblem(error: unknown): Problem | undefined {
  const violation = findViolation(error)
  if (!violation) return undefined
  const own = sentences[violation.constraint] ?? sentences[violation.code]
  if (own) return new Problem('conflict', own)
  const general = ofKind[violation.code]
  return general === undefined ? undefined : new Problem('conflict', general, { cause: error })
}
