import type postgres from 'postgres'
import { SQUASHED_MIGRATIONS } from './squashed-migrations.ts'

/** Reverts the migrations that came after the two that replaced the earlier ones. */
const undoLater = `drop trigger announce_edit_to_panel on users;
  drop trigger announce_edit_to_panel on admins;
  drop function announce_account_change, keep_confirmed_email, keep_verified_name cascade;
  alter table users drop column mailbox_confirmed_at, drop column verified_name;
  drop table confirmed_emails;
  drop table canned_replies, desk_notes, feedback_requests, report_schedules;
  drop trigger touch on support_tickets;
  drop trigger touch on call_schedules;
  drop trigger touch on chat_sessions;
  alter table support_tickets drop column due, drop column assigned_to, drop column first_answered_at,
    drop column resolved_at, drop column first_answer_due, drop column resolution_due, drop column merged_into;
  alter table call_schedules drop column due, drop column assigned_to, drop column first_answered_at,
    drop column resolved_at, drop column first_answer_due, drop column resolution_due;
  alter table chat_sessions drop column due, drop column assigned_to, drop column first_answered_at,
    drop column resolved_at, drop column first_answer_due, drop column resolution_due;
  alter table ticket_replies drop column merged_from;
  alter table contact_departments drop column open_days, drop column open_from, drop column open_to,
    drop column time_zone, drop column first_answer_hours, drop column resolution_hours;
  create trigger touch before update on support_tickets for each row execute function touch_updated_at('reference');
  create trigger touch before update on call_schedules for each row execute function touch_updated_at('reference');
  create trigger touch before update of name, email, status, user_id on chat_sessions
    for each row execute function touch_updated_at('reference');
  drop table saved_views, note_mentions, user_notes;
  drop table screening_hits, screening_lists, screening_names, screenings;
  drop table approvals;
  drop function keep_proposal;
  alter table settings drop column four_eyes_amount, drop column unverified_reservation;
  drop function investor_cash;
  drop table banners, notification_choices, user_preferences;
  drop trigger apply_choice on notifications;
  drop trigger announce_mail_to_panel on outbox;
  drop function apply_choice;
  alter table notifications drop column in_bell, drop column email;
  drop table account_exports, account_events, account_links, email_disputes;
  alter table outbox drop column user_id, drop column admin_id, drop column expires_at, drop column urgency;
  create index outbox_due on outbox (next_attempt_at, id) where status = 'pending';
  alter table users drop column email_confirmed, drop column closes_at, drop column closing_obstacle;
  drop trigger is_unlinked on transactions;
  drop table proof_snapshots, proof_failures, proof_trees, proof_nodes, proof_holders,
    distribution_reversals, distribution_lines, distributions, holdings, register_entries, register_movements, register_heads,
    subscription_acknowledgements, subscription_steps, subscriptions, offerings, series_document_versions,
    series_documents, series_attestations, series_valuations, series cascade;
  drop function refuse_history_change, require_unlinked_transaction, stamp_movement, require_entries,
    chain_register_entry, refuse_movement, check_movements, order_attestation, announce_to_holders,
    check_movement_history, require_cancelled_payments, check_snapshot_chain;
  drop trigger end_challenges on users;
  drop trigger end_challenges on admins;
  drop table challenges, factors, recovery_codes;
  drop function end_challenges_of_account;
  alter table sessions drop column confirmed_at, drop column signed_in_with;
  drop table page_votes;
  alter table settings drop column payment_account;
  alter table portfolios drop column rejected_symbol, drop column rejected_at, drop column rejection_reason;
  alter table ticket_replies drop column author;
  alter table login_records drop column factor;
  drop trigger end_sessions on admins;
  drop trigger touch on admins;
  alter table settings drop column screening_threshold;
  drop trigger announce_to_panel on admins;
  alter table admins drop column roles, drop column deleted_at,
    drop column must_change_password;
  create unique index admins_email_unique on admins (lower(email));
  create trigger end_sessions after update of is_active on admins for each row execute function end_sessions_of_account('admin_id');
  create trigger touch before update on admins for each row execute function touch_updated_at();
  drop index outbox_failed, transactions_by_description, transactions_by_date;
  create index transactions_completed_deposits on transactions (transaction_date)
    where type = 'deposit' and status = 'completed';
  drop trigger begin_verification on users;
  drop trigger mark_by_hand on users;
  drop table verification_decisions, verification_files, verification_steps, verifications;
  drop function begin_verifications, mark_verified_by_hand;
  alter table settings drop column verification_target_days;
  drop index audit_log_of_investors, audit_log_of_changed_transactions;
  drop function audit_investors;
  alter table notifications drop column is_manual;
  drop table audit_checks, first_start_steps`

/**
 * Turns an up-to-date database into one created by the first `count` replaced migrations: its log is theirs, and
 * everything later is gone.
 */
export async function logReplacedMigrations(
  sql: postgres.Sql,
  count: number = SQUASHED_MIGRATIONS.count,
): Promise<void> {
  const hashes = Array.from({ length: SQUASHED_MIGRATIONS.count }, (_, at) => `hash of ${at}`)
  hashes[0] = SQUASHED_MIGRATIONS.first
  hashes[SQUASHED_MIGRATIONS.count - 1] = SQUASHED_MIGRATIONS.last
  await sql.unsafe(undoLater)
  await sql`delete from drizzle.__drizzle_migrations`
  for (const [at, hash] of hashes.slice(0, count).entries())
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`
}
