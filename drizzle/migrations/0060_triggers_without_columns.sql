-- A trigger that lists columns forgets those added later. These name what is no edit instead, so that a new column moves
-- `updated_at` like any other, or state in their condition what has to change.
drop trigger touch on users;--> statement-breakpoint
create trigger touch before update on users for each row
  execute function touch_updated_at('last_login_at', 'email_confirmed', 'mailbox_confirmed_at', 'closes_at', 'closing_obstacle', 'verified_name');
--> statement-breakpoint
drop trigger touch on admins;--> statement-breakpoint
create trigger touch before update on admins for each row execute function touch_updated_at('last_login_at', 'must_change_password');
--> statement-breakpoint
drop trigger touch on notifications;--> statement-breakpoint
create trigger touch before update on notifications for each row execute function touch_updated_at('is_read', 'read_at', 'in_bell', 'email');
--> statement-breakpoint
drop trigger touch on support_tickets;--> statement-breakpoint
create trigger touch before update on support_tickets for each row
  execute function touch_updated_at('reference', 'due', 'first_answered_at', 'resolved_at', 'first_answer_due', 'resolution_due');
--> statement-breakpoint
drop trigger touch on chat_sessions;--> statement-breakpoint
create trigger touch before update on chat_sessions for each row
  execute function touch_updated_at('reference', 'due', 'first_answered_at', 'resolved_at', 'first_answer_due', 'resolution_due', 'last_message_at');
--> statement-breakpoint

-- Lists of investors and administrators follow every edit, which is what moves `updated_at`, and not every sign-in.
drop trigger announce_to_panel on users;--> statement-breakpoint
create trigger announce_to_panel after insert or delete on users for each statement execute function announce_panel_change('users');
--> statement-breakpoint
create trigger announce_edit_to_panel after update on users for each row
  when (old.updated_at is distinct from new.updated_at) execute function announce_panel_change('users');
--> statement-breakpoint
drop trigger announce_to_panel on admins;--> statement-breakpoint
create trigger announce_to_panel after insert or delete on admins for each statement execute function announce_panel_change('administrators');
--> statement-breakpoint
create trigger announce_edit_to_panel after update on admins for each row
  when (old.updated_at is distinct from new.updated_at) execute function announce_panel_change('administrators');
--> statement-breakpoint
drop trigger announce_mail_to_panel on outbox;--> statement-breakpoint
create trigger announce_mail_to_panel after insert or update or delete on outbox for each statement execute function announce_panel_change('mails');
--> statement-breakpoint
drop trigger announce_to_panel on outbox;--> statement-breakpoint
create trigger announce_to_panel after update on outbox for each row
  when (old.status is distinct from new.status) execute function announce_panel_change('support');
--> statement-breakpoint
drop trigger end_sessions on users;--> statement-breakpoint
create trigger end_sessions after update on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_sessions_of_account('user_id');
--> statement-breakpoint
drop trigger end_sessions on admins;--> statement-breakpoint
create trigger end_sessions after update on admins for each row
  when ((old.is_active, old.password_hash, old.roles) is distinct from (new.is_active, new.password_hash, new.roles))
  execute function end_sessions_of_account('admin_id');
--> statement-breakpoint
drop trigger end_challenges on users;--> statement-breakpoint
create trigger end_challenges after update on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_challenges_of_account('user_id');
--> statement-breakpoint
drop trigger end_challenges on admins;--> statement-breakpoint
create trigger end_challenges after update on admins for each row
  when ((old.is_active, old.password_hash) is distinct from (new.is_active, new.password_hash))
  execute function end_challenges_of_account('admin_id');
--> statement-breakpoint
drop trigger announce_end on sessions;--> statement-breakpoint
create trigger announce_end after update on sessions for each row
  when (new.revoked_at is not null
    and (old.revoked_at, old.revoked_reason) is distinct from (new.revoked_at, new.revoked_reason))
  execute function announce_session_end();
--> statement-breakpoint
drop trigger announce_to_account on sessions;--> statement-breakpoint
create trigger announce_to_account after update on sessions for each row
  when (new.user_id is not null and old.revoked_at is null and new.revoked_at is not null)
  execute function announce_account_change('user_id');
--> statement-breakpoint
drop trigger announce_email on users;--> statement-breakpoint
create trigger announce_email after update on users for each row
  when ((old.email, old.email_confirmed) is distinct from (new.email, new.email_confirmed))
  execute function announce_account_change('id');
--> statement-breakpoint
drop trigger mark_by_hand on users;--> statement-breakpoint
create trigger mark_by_hand after update on users for each row
  when (old.is_verified is distinct from new.is_verified and new.deleted_at is null)
  execute function mark_verified_by_hand();
--> statement-breakpoint
drop trigger keep_confirmed_email on users;--> statement-breakpoint
create trigger keep_confirmed_email after insert on users for each row
  when (new.email_confirmed and new.mailbox_confirmed_at is null and new.deleted_at is null)
  execute function keep_confirmed_email();
--> statement-breakpoint
create trigger keep_changed_email after update on users for each row
  when ((old.email, old.email_confirmed, old.mailbox_confirmed_at) is distinct from (new.email, new.email_confirmed, new.mailbox_confirmed_at)
    and new.email_confirmed and new.mailbox_confirmed_at is null and new.deleted_at is null)
  execute function keep_confirmed_email();
