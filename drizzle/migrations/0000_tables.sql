-- The investors that an entry of the audit log concerns: the account itself, the owner of its row before or after, and
-- those of a movement of the register. Ascending, each once.
create function audit_investors(entity text, entity_id text, before jsonb, after jsonb) returns integer[]
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(distinct written::integer order by written::integer), '{}')
  from (
    select entity_id where entity in ('user', 'verification')
    union all select version->>'user_id' from (values (before), (after)) as versions (version)
    union all select part->>'user_id' from (values (before), (after)) as versions (version),
      jsonb_array_elements(case jsonb_typeof(version->'entries') when 'array' then version->'entries' else '[]' end) as part
  ) as found (written)
  where written ~ '^[1-9][0-9]{0,8}$'
$$;
--> statement-breakpoint

CREATE TABLE "account_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"detail" varchar(200) DEFAULT '' NOT NULL,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"user_agent" varchar(600) DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_events_kind_known" CHECK ("account_events"."kind" in ('session_ended', 'password_changed', 'email_changed', 'name_changed', 'factor_added', 'factor_removed', 'recovery_codes_replaced', 'recovery_code_used', 'statement_downloaded', 'export_made'))
);
--> statement-breakpoint
CREATE TABLE "account_exports" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempt" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"filename" varchar(200) DEFAULT '' NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "account_exports_state_known" CHECK ("account_exports"."state" in ('working', 'ready')),
	CONSTRAINT "account_exports_progress_range" CHECK ("account_exports"."progress" >= 0 and "account_exports"."progress" <= 100),
	CONSTRAINT "account_exports_stored_when_ready" CHECK (("account_exports"."state" = 'ready') = ("account_exports"."filename" <> '' and "account_exports"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"token_hash" varchar(64) NOT NULL,
	"email" varchar(254) NOT NULL,
	"event" varchar(500) DEFAULT '' NOT NULL,
	"event_at" timestamp (3) with time zone,
	"event_device" varchar(500) DEFAULT '' NOT NULL,
	"event_place" varchar(500) DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_kind_known" CHECK ("account_links"."kind" in ('reset', 'confirm', 'change', 'undo', 'not_me')),
	CONSTRAINT "account_links_one_owner" CHECK (("account_links"."user_id" is null) <> ("account_links"."admin_id" is null))
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text DEFAULT 'activity' NOT NULL,
	"description" varchar(5000) NOT NULL,
	"net_growth" numeric(20, 2) DEFAULT '0' NOT NULL,
	"balance" numeric(20, 2) DEFAULT '0' NOT NULL,
	"activity_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activities_type_known" CHECK ("activities"."type" in ('activity', 'deposit', 'withdrawal', 'investment', 'other')),
	CONSTRAINT "activities_description_not_blank" CHECK (btrim("activities"."description") <> ''),
	CONSTRAINT "activities_net_growth_range" CHECK ("activities"."net_growth" > -1000000000000 and "activities"."net_growth" < 1000000000000),
	CONSTRAINT "activities_balance_range" CHECK ("activities"."balance" >= 0 and "activities"."balance" < 1000000000000000)
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" varchar(100) NOT NULL,
	"email" varchar(254) NOT NULL,
	"password_hash" varchar(255) NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"roles" text[] DEFAULT '{"owner"}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "admins_roles_known" CHECK (cardinality("admins"."roles") > 0 and "admins"."roles" <@ array['owner', 'operator', 'compliance', 'support', 'auditor']::text[]),
	CONSTRAINT "admins_deleted_not_active" CHECK ("admins"."deleted_at" is null or not "admins"."is_active"),
	CONSTRAINT "admins_username_not_blank" CHECK (btrim("admins"."username") <> ''),
	CONSTRAINT "admins_email_not_blank" CHECK (btrim("admins"."email") <> ''),
	CONSTRAINT "admins_password_hash_not_blank" CHECK (btrim("admins"."password_hash") <> '')
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"call" varchar(500) NOT NULL,
	"permission" varchar(100) NOT NULL,
	"action" varchar(100) NOT NULL,
	"entity" varchar(100) NOT NULL,
	"entity_id" integer,
	"changes" jsonb NOT NULL,
	"concerns" text[] NOT NULL,
	"input" text NOT NULL,
	"fingerprint" char(64) NOT NULL,
	"reason" varchar(5000) NOT NULL,
	"sum_of_day" numeric(20, 2),
	"list_changes" jsonb,
	"cash" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"filename" varchar(100) DEFAULT '' NOT NULL,
	"file_name" varchar(500) DEFAULT '' NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"file_sha256" varchar(64) DEFAULT '' NOT NULL,
	"proposed_by" integer NOT NULL,
	"proposed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" varchar(5000) DEFAULT '' NOT NULL,
	"audit_entries" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "approvals_state_known" CHECK ("approvals"."state" in ('waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale')),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_at" is null)),
	CONSTRAINT "approvals_two_people" CHECK ("approvals"."state" not in ('approved', 'refused') or ("approvals"."decided_by" is not null and "approvals"."decided_by" <> "approvals"."proposed_by"))
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" varchar(100) NOT NULL,
	"symbol" varchar(20) NOT NULL,
	"name" varchar(100) NOT NULL,
	"kind" text NOT NULL,
	"image_url" varchar(500) DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assets_slug_not_blank" CHECK (btrim("assets"."slug") <> ''),
	CONSTRAINT "assets_symbol_not_blank" CHECK (btrim("assets"."symbol") <> ''),
	CONSTRAINT "assets_kind_known" CHECK ("assets"."kind" in ('metal', 'crypto'))
);
--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"last_id" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"broken_at" integer,
	"sealed_from" integer,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "audit_checks_state_known" CHECK ("audit_checks"."state" in ('running', 'unbroken', 'broken', 'failed')),
	CONSTRAINT "audit_checks_finished" CHECK (("audit_checks"."state" = 'running') = ("audit_checks"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_id" integer DEFAULT 0 NOT NULL,
	"last_hash" text DEFAULT '' NOT NULL,
	"last_seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "audit_head_single_row" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"admin_id" integer,
	"admin_name" varchar(254) DEFAULT '' NOT NULL,
	"action" varchar(100) NOT NULL,
	"entity" varchar(100) NOT NULL,
	"entity_id" varchar(200) DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"request_id" varchar(100) DEFAULT '' NOT NULL,
	"prev_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "audit_log_action_not_blank" CHECK (btrim("audit_log"."action") <> ''),
	CONSTRAINT "audit_log_entity_not_blank" CHECK (btrim("audit_log"."entity") <> '')
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" varchar(500) NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "banners_single_row" CHECK ("banners"."id" = 1),
	CONSTRAINT "banners_text_not_blank" CHECK (btrim("banners"."text") <> ''),
	CONSTRAINT "banners_in_order" CHECK ("banners"."from" < "banners"."to")
);
--> statement-breakpoint
CREATE TABLE "call_schedules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text GENERATED ALWAYS AS ('C-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL,
	"user_id" integer,
	"name" varchar(100) NOT NULL,
	"email" varchar(254) NOT NULL,
	"phone" varchar(32) DEFAULT '' NOT NULL,
	"company" varchar(200) DEFAULT '' NOT NULL,
	"purpose" varchar(200) NOT NULL,
	"preferred_date" date NOT NULL,
	"preferred_time" text NOT NULL,
	"timezone" text DEFAULT 'PST' NOT NULL,
	"notes" varchar(5000) DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"assigned_to" integer,
	"first_answered_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"first_answer_due" timestamp (3) with time zone,
	"resolution_due" timestamp (3) with time zone,
	"due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "call_schedules_name_not_blank" CHECK (btrim("call_schedules"."name") <> ''),
	CONSTRAINT "call_schedules_email_not_blank" CHECK (btrim("call_schedules"."email") <> ''),
	CONSTRAINT "call_schedules_purpose_not_blank" CHECK (btrim("call_schedules"."purpose") <> ''),
	CONSTRAINT "call_schedules_preferred_time_known" CHECK ("call_schedules"."preferred_time" in ('09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00')),
	CONSTRAINT "call_schedules_timezone_known" CHECK ("call_schedules"."timezone" in ('PST', 'EST', 'CST', 'MST', 'GMT')),
	CONSTRAINT "call_schedules_status_known" CHECK ("call_schedules"."status" in ('pending', 'confirmed', 'in_progress', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(100) NOT NULL,
	"text" varchar(5000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canned_replies_title_not_blank" CHECK (btrim("canned_replies"."title") <> ''),
	CONSTRAINT "canned_replies_text_not_blank" CHECK (btrim("canned_replies"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"session_id" uuid,
	"token_hash" varchar(64),
	"passkey_challenge" varchar(100),
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "challenges_role_known" CHECK ("challenges"."role" in ('investor', 'admin')),
	CONSTRAINT "challenges_purpose_known" CHECK ("challenges"."purpose" in ('second_factor', 'passkey_sign_in', 'registration', 'step_up')),
	CONSTRAINT "challenges_owner_of_role" CHECK ("challenges"."user_id" is null or "challenges"."admin_id" is null)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"chat_session_id" integer NOT NULL,
	"author" text NOT NULL,
	"admin_id" integer,
	"message" varchar(5000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_message_not_blank" CHECK (btrim("chat_messages"."message") <> ''),
	CONSTRAINT "chat_messages_author_known" CHECK ("chat_messages"."author" in ('user', 'agent'))
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text GENERATED ALWAYS AS ('L-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL,
	"session_id" varchar(128) NOT NULL,
	"user_id" integer,
	"name" varchar(100) NOT NULL,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assigned_to" integer,
	"first_answered_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"first_answer_due" timestamp (3) with time zone,
	"resolution_due" timestamp (3) with time zone,
	"due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_sessions_session_id_not_blank" CHECK (btrim("chat_sessions"."session_id") <> ''),
	CONSTRAINT "chat_sessions_name_not_blank" CHECK (btrim("chat_sessions"."name") <> ''),
	CONSTRAINT "chat_sessions_status_known" CHECK ("chat_sessions"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "confirmed_emails" (
	"email" varchar(254) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "confirmed_emails_lower_case" CHECK ("confirmed_emails"."email" = lower("confirmed_emails"."email")),
	CONSTRAINT "confirmed_emails_email_not_blank" CHECK (btrim("confirmed_emails"."email") <> '')
);
--> statement-breakpoint
CREATE TABLE "contact_departments" (
	"department" varchar(100) PRIMARY KEY NOT NULL,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"phone" varchar(32) DEFAULT '' NOT NULL,
	"whatsapp" varchar(500) DEFAULT '' NOT NULL,
	"linkedin" varchar(500) DEFAULT '' NOT NULL,
	"telegram" varchar(500) DEFAULT '' NOT NULL,
	"hours" varchar(500) DEFAULT '' NOT NULL,
	"description" varchar(5000) DEFAULT '' NOT NULL,
	"open_days" text[] DEFAULT '{"mon","tue","wed","thu","fri"}' NOT NULL,
	"open_from" varchar(5) DEFAULT '09:00' NOT NULL,
	"open_to" varchar(5) DEFAULT '18:00' NOT NULL,
	"time_zone" varchar(100) DEFAULT 'America/Los_Angeles' NOT NULL,
	"first_answer_hours" integer,
	"resolution_hours" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_departments_department_words" CHECK ("contact_departments"."department" ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'),
	CONSTRAINT "contact_departments_open_days_known" CHECK (cardinality("contact_departments"."open_days") > 0 and "contact_departments"."open_days" <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']::text[]),
	CONSTRAINT "contact_departments_open_from_clock" CHECK ("contact_departments"."open_from" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "contact_departments_open_to_clock" CHECK ("contact_departments"."open_to" ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
	CONSTRAINT "contact_departments_open_in_order" CHECK ("contact_departments"."open_from" < "contact_departments"."open_to"),
	CONSTRAINT "contact_departments_targets" CHECK ("contact_departments"."first_answer_hours" between 1 and 720 and "contact_departments"."resolution_hours" between 1 and 720)
);
--> statement-breakpoint
CREATE TABLE "desk_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer,
	"call_id" integer,
	"chat_id" integer,
	"admin_id" integer,
	"text" varchar(5000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_notes_text_not_blank" CHECK (btrim("desk_notes"."text") <> ''),
	CONSTRAINT "desk_notes_of_one" CHECK (num_nonnulls("desk_notes"."ticket_id", "desk_notes"."call_id", "desk_notes"."chat_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "distribution_lines" (
	"distribution_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"units" numeric(18, 6) NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"transaction_id" integer NOT NULL,
	CONSTRAINT "distribution_lines_distribution_id_user_id_pk" PRIMARY KEY("distribution_id","user_id"),
	CONSTRAINT "distribution_lines_units_range" CHECK ("distribution_lines"."units" > 0 and "distribution_lines"."units" < 1000000000000),
	CONSTRAINT "distribution_lines_amount_range" CHECK ("distribution_lines"."amount" > 0 and "distribution_lines"."amount" < 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "distribution_reversals" (
	"distribution_id" integer PRIMARY KEY NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"admin_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "distributions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "distributions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"record_date" date NOT NULL,
	"amount_per_unit" numeric(20, 6) NOT NULL,
	"total" numeric(20, 2) NOT NULL,
	"held_back" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"admin_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distributions_amount_per_unit_range" CHECK ("distributions"."amount_per_unit" > 0 and "distributions"."amount_per_unit" < 1000000000000),
	CONSTRAINT "distributions_total_range" CHECK ("distributions"."total" > 0 and "distributions"."total" < 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"original_name" varchar(255) NOT NULL,
	"filename" varchar(255) NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"uploaded_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_filename_not_blank" CHECK (btrim("documents"."filename") <> ''),
	CONSTRAINT "documents_original_name_not_blank" CHECK (btrim("documents"."original_name") <> ''),
	CONSTRAINT "documents_file_type_known" CHECK ("documents"."file_type" in ('pdf', 'html')),
	CONSTRAINT "documents_file_size_range" CHECK ("documents"."file_size" > 0 and "documents"."file_size" <= 209715200)
);
--> statement-breakpoint
CREATE TABLE "email_disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"admin_id" integer,
	"former_email" varchar(254) NOT NULL,
	"present_email" varchar(254) NOT NULL,
	"suspect_since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	CONSTRAINT "email_disputes_one_owner" CHECK (("email_disputes"."user_id" is null) <> ("email_disputes"."admin_id" is null)),
	CONSTRAINT "email_disputes_decided" CHECK (("email_disputes"."decision" is null) = ("email_disputes"."decided_at" is null)),
	CONSTRAINT "email_disputes_decision_known" CHECK ("email_disputes"."decision" is null or "email_disputes"."decision" in ('keep', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"kind" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"secret" varchar(200),
	"last_step" bigint DEFAULT 0 NOT NULL,
	"credential_id" varchar(1364),
	"public_key" text,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "factors_role_known" CHECK ("factors"."role" in ('investor', 'admin')),
	CONSTRAINT "factors_kind_known" CHECK ("factors"."kind" in ('passkey', 'totp')),
	CONSTRAINT "factors_one_owner" CHECK (("factors"."role" = 'investor' and "factors"."user_id" is not null and "factors"."admin_id" is null) or ("factors"."role" = 'admin' and "factors"."admin_id" is not null and "factors"."user_id" is null)),
	CONSTRAINT "factors_complete" CHECK (("factors"."kind" = 'totp' and "factors"."secret" is not null and "factors"."credential_id" is null) or ("factors"."kind" = 'passkey' and "factors"."secret" is null and "factors"."credential_id" is not null and "factors"."public_key" is not null and "factors"."confirmed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "feed_backfills" (
	"asset_id" integer NOT NULL,
	"source" varchar(100) NOT NULL,
	"resolution" integer NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_backfills_asset_id_source_resolution_pk" PRIMARY KEY("asset_id","source","resolution")
);
--> statement-breakpoint
CREATE TABLE "feed_leases" (
	"name" varchar(100) PRIMARY KEY NOT NULL,
	"holder" varchar(100) NOT NULL,
	"term" integer DEFAULT 1 NOT NULL,
	"acquired_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_leases_holder_not_blank" CHECK (btrim("feed_leases"."holder") <> '')
);
--> statement-breakpoint
CREATE TABLE "feedback_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer,
	"chat_id" integer,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"score" smallint,
	"text" varchar(5000) DEFAULT '' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_requests_of_one" CHECK (num_nonnulls("feedback_requests"."ticket_id", "feedback_requests"."chat_id") = 1),
	CONSTRAINT "feedback_requests_score" CHECK ("feedback_requests"."score" between 1 and 5),
	CONSTRAINT "feedback_requests_answered_once" CHECK (("feedback_requests"."score" is null) = ("feedback_requests"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "first_start_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "first_start_steps_step_known" CHECK ("first_start_steps"."step" in ('base', 'demo'))
);
--> statement-breakpoint
CREATE TABLE "holdings" (
	"token_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"units" numeric(18, 6) NOT NULL,
	"cost" numeric(20, 2) NOT NULL,
	"cash_effect" numeric(20, 2) NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holdings_token_id_user_id_pk" PRIMARY KEY("token_id","user_id"),
	CONSTRAINT "holdings_units_range" CHECK ("holdings"."units" >= 0 and "holdings"."units" < 1000000000000),
	CONSTRAINT "holdings_cost_range" CHECK ("holdings"."cost" >= 0 and "holdings"."cost" < 1000000000000),
	CONSTRAINT "holdings_cost_of_units" CHECK ("holdings"."units" > 0 or "holdings"."cost" = 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "idempotency_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"scope" varchar(500) NOT NULL,
	"key" varchar(255) NOT NULL,
	"body_hash" varchar(64) NOT NULL,
	"status" smallint,
	"response" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_key_not_blank" CHECK (btrim("idempotency_keys"."key") <> '')
);
--> statement-breakpoint
CREATE TABLE "investments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "investments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_id" integer,
	"token_symbol" varchar(20) NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by" integer,
	CONSTRAINT "investments_token_symbol_not_blank" CHECK (btrim("investments"."token_symbol") <> '')
);
--> statement-breakpoint
CREATE TABLE "lockouts" (
	"key" varchar(500) PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_records" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text DEFAULT 'investor' NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"success" boolean NOT NULL,
	"failure_reason" varchar(100) DEFAULT '' NOT NULL,
	"factor" text DEFAULT '' NOT NULL,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"user_agent" varchar(600) DEFAULT '' NOT NULL,
	"browser" varchar(100) DEFAULT '' NOT NULL,
	"os" varchar(100) DEFAULT '' NOT NULL,
	"city" varchar(200) DEFAULT '' NOT NULL,
	"country" varchar(100) DEFAULT '' NOT NULL,
	"country_code" varchar(2) DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"login_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_records_role_known" CHECK ("login_records"."role" in ('investor', 'admin')),
	CONSTRAINT "login_records_factor_known" CHECK ("login_records"."factor" in ('', 'passkey', 'totp', 'recovery'))
);
--> statement-breakpoint
CREATE TABLE "note_mentions" (
	"note_id" integer NOT NULL,
	"admin_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "note_mentions_note_id_admin_id_pk" PRIMARY KEY("note_id","admin_id")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_choices_kind_known" CHECK ("notification_choices"."kind" in ('transaction', 'investment', 'portfolio', 'document', 'security', 'announcement')),
	CONSTRAINT "notification_choices_email_known" CHECK ("notification_choices"."email" in ('off', 'now', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"category" text DEFAULT 'system' NOT NULL,
	"type" text DEFAULT 'info' NOT NULL,
	"title" varchar(200) NOT NULL,
	"message" varchar(5000) NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"in_bell" boolean DEFAULT true NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_category_known" CHECK ("notifications"."category" in ('transaction', 'investment', 'portfolio', 'document', 'security', 'system')),
	CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('info', 'success', 'warning', 'error')),
	CONSTRAINT "notifications_email_known" CHECK ("notifications"."email" in ('off', 'now', 'daily')),
	CONSTRAINT "notifications_title_not_blank" CHECK (btrim("notifications"."title") <> ''),
	CONSTRAINT "notifications_message_not_blank" CHECK (btrim("notifications"."message") <> '')
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offerings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"unit_price" numeric(20, 2) NOT NULL,
	"minimum" numeric(20, 2) NOT NULL,
	"maximum" numeric(20, 2) NOT NULL,
	"cap_units" numeric(18, 6) NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"payment_days" smallint DEFAULT 10 NOT NULL,
	"terms" varchar(5000) DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offerings_state_known" CHECK ("offerings"."state" in ('draft', 'open', 'paused', 'closed')),
	CONSTRAINT "offerings_closes_later" CHECK ("offerings"."closes_at" > "offerings"."opens_at"),
	CONSTRAINT "offerings_unit_price_range" CHECK ("offerings"."unit_price" > 0 and "offerings"."unit_price" < 1000000000000),
	CONSTRAINT "offerings_minimum_range" CHECK ("offerings"."minimum" > 0 and "offerings"."minimum" < 1000000000000),
	CONSTRAINT "offerings_maximum_range" CHECK ("offerings"."maximum" > 0 and "offerings"."maximum" < 1000000000000),
	CONSTRAINT "offerings_maximum_above_minimum" CHECK ("offerings"."maximum" >= "offerings"."minimum"),
	CONSTRAINT "offerings_cap_units_range" CHECK ("offerings"."cap_units" > 0 and "offerings"."cap_units" < 1000000000000),
	CONSTRAINT "offerings_payment_days_range" CHECK ("offerings"."payment_days" > 0 and "offerings"."payment_days" <= 90)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"admin_id" integer,
	"kind" varchar(100) NOT NULL,
	"reference" varchar(100) DEFAULT '' NOT NULL,
	"recipient" varchar(254) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"urgency" smallint DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" varchar(500),
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_one_owner" CHECK ("outbox"."user_id" is null or "outbox"."admin_id" is null),
	CONSTRAINT "outbox_recipient_not_blank" CHECK (btrim("outbox"."recipient") <> ''),
	CONSTRAINT "outbox_status_known" CHECK ("outbox"."status" in ('pending', 'sent', 'failed')),
	CONSTRAINT "outbox_attempts_range" CHECK ("outbox"."attempts" >= 0 and "outbox"."attempts" <= 1000),
	CONSTRAINT "outbox_urgency_range" CHECK ("outbox"."urgency" >= 0 and "outbox"."urgency" <= 2)
);
--> statement-breakpoint
CREATE TABLE "page_votes" (
	"slug" varchar(100) NOT NULL,
	"reader_hash" char(43) NOT NULL,
	"helpful" boolean NOT NULL,
	"voted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_votes_slug_reader_hash_pk" PRIMARY KEY("slug","reader_hash")
);
--> statement-breakpoint
CREATE TABLE "portfolio_values" (
	"portfolio_id" integer NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"total_value" numeric(20, 2) NOT NULL,
	"total_invested" numeric(20, 2) NOT NULL,
	"total_gains" numeric(20, 2) NOT NULL,
	CONSTRAINT "portfolio_values_portfolio_id_recorded_at_pk" PRIMARY KEY("portfolio_id","recorded_at"),
	CONSTRAINT "portfolio_values_total_value_range" CHECK ("portfolio_values"."total_value" >= 0 and "portfolio_values"."total_value" < 1000000000000000),
	CONSTRAINT "portfolio_values_total_invested_range" CHECK ("portfolio_values"."total_invested" >= 0 and "portfolio_values"."total_invested" < 1000000000000000),
	CONSTRAINT "portfolio_values_total_gains_range" CHECK ("portfolio_values"."total_gains" > -1000000000000000 and "portfolio_values"."total_gains" < 1000000000000000)
);
--> statement-breakpoint
CREATE TABLE "portfolios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"total_value" numeric(20, 2) DEFAULT '0' NOT NULL,
	"total_invested" numeric(20, 2) DEFAULT '0' NOT NULL,
	"total_gains" numeric(20, 2) DEFAULT '0' NOT NULL,
	"active_investments" integer DEFAULT 0 NOT NULL,
	"pending_investments" varchar(20) DEFAULT 'none' NOT NULL,
	"pending_since" timestamp (3) with time zone,
	"rejected_symbol" varchar(20),
	"rejected_at" timestamp (3) with time zone,
	"rejection_reason" varchar(1000) DEFAULT '' NOT NULL,
	"performance" numeric(12, 4) DEFAULT '0' NOT NULL,
	"is_recorded" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portfolios_total_value_range" CHECK ("portfolios"."total_value" >= 0 and "portfolios"."total_value" < 1000000000000000),
	CONSTRAINT "portfolios_total_invested_range" CHECK ("portfolios"."total_invested" >= 0 and "portfolios"."total_invested" < 1000000000000000),
	CONSTRAINT "portfolios_total_gains_range" CHECK ("portfolios"."total_gains" > -1000000000000000 and "portfolios"."total_gains" < 1000000000000000),
	CONSTRAINT "portfolios_active_investments_range" CHECK ("portfolios"."active_investments" >= 0 and "portfolios"."active_investments" <= 1000000),
	CONSTRAINT "portfolios_performance_range" CHECK ("portfolios"."performance" > -100000000 and "portfolios"."performance" < 100000000),
	CONSTRAINT "portfolios_pending_investments_not_blank" CHECK (btrim("portfolios"."pending_investments") <> '')
);
--> statement-breakpoint
CREATE TABLE "price_points" (
	"asset_id" integer NOT NULL,
	"feed" text NOT NULL,
	"resolution" integer NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"price" double precision NOT NULL,
	"volume" double precision,
	"source" varchar(100) NOT NULL,
	CONSTRAINT "price_points_asset_id_feed_resolution_time_pk" PRIMARY KEY("asset_id","feed","resolution","time"),
	CONSTRAINT "price_points_feed_known" CHECK ("price_points"."feed" in ('live', 'simulated')),
	CONSTRAINT "price_points_resolution_range" CHECK ("price_points"."resolution" >= 60 and "price_points"."resolution" <= 86400),
	CONSTRAINT "price_points_price_range" CHECK ("price_points"."price" > 0 and "price_points"."price" < 1e15),
	CONSTRAINT "price_points_volume_range" CHECK ("price_points"."volume" >= 0 and "price_points"."volume" < 1e18)
);
--> statement-breakpoint
CREATE TABLE "proof_failures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proof_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"after_number" integer NOT NULL,
	"code" text NOT NULL,
	"symbol" varchar(20) DEFAULT '' NOT NULL,
	"reason" varchar(200) NOT NULL,
	CONSTRAINT "proof_failures_code_known" CHECK ("proof_failures"."code" in ('attestation', 'limit', 'totals', 'key', 'missed', 'internal')),
	CONSTRAINT "proof_failures_reason_not_blank" CHECK (btrim("proof_failures"."reason") <> ''),
	CONSTRAINT "proof_failures_after_number_range" CHECK ("proof_failures"."after_number" >= 0 and "proof_failures"."after_number" < 2147483647)
);
--> statement-breakpoint
CREATE TABLE "proof_holders" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"first_user_id" integer NOT NULL,
	"entries" "bytea" NOT NULL,
	CONSTRAINT "proof_holders_snapshot_number_token_id_first_user_id_pk" PRIMARY KEY("snapshot_number","token_id","first_user_id"),
	CONSTRAINT "proof_holders_size" CHECK (length("proof_holders"."entries") > 0 and length("proof_holders"."entries") % 20 = 0)
);
--> statement-breakpoint
CREATE TABLE "proof_nodes" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"level" smallint NOT NULL,
	"number" integer NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "proof_nodes_snapshot_number_token_id_level_number_pk" PRIMARY KEY("snapshot_number","token_id","level","number"),
	CONSTRAINT "proof_nodes_size" CHECK (length("proof_nodes"."nodes") between 40 and 1280 and length("proof_nodes"."nodes") % 40 = 0)
);
--> statement-breakpoint
CREATE TABLE "proof_snapshots" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"day" date NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	"hash" char(64) NOT NULL,
	"previous_hash" char(64),
	"opened_audit_head" text,
	"opened_register_heads" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"public_key" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proof_snapshots_number_range" CHECK ("proof_snapshots"."number" > 0 and "proof_snapshots"."number" < 2147483647),
	CONSTRAINT "proof_snapshots_first" CHECK (("proof_snapshots"."number" = 1) = ("proof_snapshots"."previous_hash" is null)),
	CONSTRAINT "proof_snapshots_id_of_day" CHECK (left("proof_snapshots"."id", 10) = to_char("proof_snapshots"."day", 'YYYY-MM-DD') and substr("proof_snapshots"."id", 11) ~ '^([.][1-9][0-9]{0,2})?$'),
	CONSTRAINT "proof_snapshots_hash_hex" CHECK ("proof_snapshots"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "proof_trees" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"symbol" varchar(20) NOT NULL,
	"leaves" integer NOT NULL,
	CONSTRAINT "proof_trees_snapshot_number_token_id_pk" PRIMARY KEY("snapshot_number","token_id"),
	CONSTRAINT "proof_trees_symbol_not_blank" CHECK (btrim("proof_trees"."symbol") <> ''),
	CONSTRAINT "proof_trees_leaves_range" CHECK ("proof_trees"."leaves" > 0 and "proof_trees"."leaves" <= 1073741824)
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"asset_id" integer NOT NULL,
	"feed" text NOT NULL,
	"price" double precision NOT NULL,
	"change_24h" double precision,
	"market_cap" double precision,
	"market_cap_rank" integer,
	"total_volume" double precision,
	"source" varchar(100) NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotes_asset_id_feed_pk" PRIMARY KEY("asset_id","feed"),
	CONSTRAINT "quotes_feed_known" CHECK ("quotes"."feed" in ('live', 'simulated')),
	CONSTRAINT "quotes_price_range" CHECK ("quotes"."price" > 0 and "quotes"."price" < 1e15),
	CONSTRAINT "quotes_change_24h_range" CHECK ("quotes"."change_24h" >= -100 and "quotes"."change_24h" < 1e9),
	CONSTRAINT "quotes_market_cap_range" CHECK ("quotes"."market_cap" >= 0 and "quotes"."market_cap" < 1e18),
	CONSTRAINT "quotes_market_cap_rank_range" CHECK ("quotes"."market_cap_rank" > 0 and "quotes"."market_cap_rank" < 1000000),
	CONSTRAINT "quotes_total_volume_range" CHECK ("quotes"."total_volume" >= 0 and "quotes"."total_volume" < 1e18)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(500) PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"position" smallint NOT NULL,
	"code_hash" varchar(255) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_role_known" CHECK ("recovery_codes"."role" in ('investor', 'admin')),
	CONSTRAINT "recovery_codes_one_owner" CHECK (("recovery_codes"."role" = 'investor' and "recovery_codes"."user_id" is not null and "recovery_codes"."admin_id" is null) or ("recovery_codes"."role" = 'admin' and "recovery_codes"."admin_id" is not null and "recovery_codes"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "register_entries" (
	"token_id" integer NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"movement_id" integer NOT NULL,
	"user_id" integer,
	"units" numeric(18, 6) NOT NULL,
	"cost" numeric(20, 2) NOT NULL,
	"prev_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "register_entries_token_id_number_pk" PRIMARY KEY("token_id","number"),
	CONSTRAINT "register_entries_account_unique" UNIQUE NULLS NOT DISTINCT("movement_id","user_id"),
	CONSTRAINT "register_entries_units_range" CHECK ("register_entries"."units" > -1000000000000 and "register_entries"."units" < 1000000000000),
	CONSTRAINT "register_entries_moves" CHECK ("register_entries"."units" <> 0),
	CONSTRAINT "register_entries_cost_with_units" CHECK ("register_entries"."cost" * sign("register_entries"."units") >= 0),
	CONSTRAINT "register_entries_cost_range" CHECK ("register_entries"."cost" > -1000000000000 and "register_entries"."cost" < 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "register_heads" (
	"token_id" integer PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_hash" text DEFAULT '' NOT NULL,
	"units_in_issue" numeric(18, 6) DEFAULT '0' NOT NULL,
	"holders" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "register_heads_units_in_issue_range" CHECK ("register_heads"."units_in_issue" >= 0 and "register_heads"."units_in_issue" < 1000000000000),
	CONSTRAINT "register_heads_holders_range" CHECK ("register_heads"."holders" >= 0)
);
--> statement-breakpoint
CREATE TABLE "register_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "register_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"reverses" integer,
	"subscription_id" integer,
	"amount" numeric(20, 2),
	"admin_id" integer,
	CONSTRAINT "register_movements_type_known" CHECK ("register_movements"."type" in ('issue', 'transfer', 'redemption', 'correction')),
	CONSTRAINT "register_movements_correction_reverses" CHECK (("register_movements"."type" = 'correction') = ("register_movements"."reverses" is not null)),
	CONSTRAINT "register_movements_allots" CHECK ("register_movements"."subscription_id" is null or "register_movements"."type" = 'issue'),
	CONSTRAINT "register_movements_redemption_pays" CHECK (("register_movements"."type" = 'redemption') = ("register_movements"."amount" is not null)),
	CONSTRAINT "register_movements_amount_range" CHECK ("register_movements"."amount" >= 0 and "register_movements"."amount" < 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"report" text NOT NULL,
	"frequency" text NOT NULL,
	"format" text NOT NULL,
	"recipients" integer[] NOT NULL,
	"admin_id" integer,
	"next_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_report_known" CHECK ("report_schedules"."report" in ('register', 'subscriptions', 'flows', 'verifications', 'access')),
	CONSTRAINT "report_schedules_frequency_known" CHECK ("report_schedules"."frequency" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_schedules_format_known" CHECK ("report_schedules"."format" in ('csv', 'pdf')),
	CONSTRAINT "report_schedules_recipients_some" CHECK (cardinality("report_schedules"."recipients") between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "retired_refresh_tokens" (
	"token_hash" varchar(255) PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"retired_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"name" varchar(100) NOT NULL,
	"section" varchar(100) NOT NULL,
	"address" varchar(2000) NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name_not_blank" CHECK (btrim("saved_views"."name") <> ''),
	CONSTRAINT "saved_views_section_not_blank" CHECK (btrim("saved_views"."section") <> ''),
	CONSTRAINT "saved_views_address_not_blank" CHECK (btrim("saved_views"."address") <> '')
);
--> statement-breakpoint
CREATE TABLE "screening_hits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_hits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"list" varchar(100) NOT NULL,
	"entry_id" varchar(100) NOT NULL,
	"entry_name" varchar(255) NOT NULL,
	"entry_birth_date" varchar(10) DEFAULT '' NOT NULL,
	"entry_hash" varchar(64) NOT NULL,
	"user_name" varchar(255) NOT NULL,
	"user_birth_date" varchar(10) DEFAULT '' NOT NULL,
	"user_identity" varchar(64) DEFAULT '' NOT NULL,
	"score" smallint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "screening_hits_state_known" CHECK ("screening_hits"."state" in ('open', 'match', 'no_match')),
	CONSTRAINT "screening_hits_score_range" CHECK ("screening_hits"."score" >= 0 and "screening_hits"."score" <= 100),
	CONSTRAINT "screening_hits_decided" CHECK (("screening_hits"."state" = 'open') = ("screening_hits"."decided_at" is null) and ("screening_hits"."state" = 'open' or btrim("screening_hits"."reason") <> ''))
);
--> statement-breakpoint
CREATE TABLE "screening_lists" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"filename" varchar(255) DEFAULT '' NOT NULL,
	"entries" integer NOT NULL,
	"uploaded_by" integer,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approval_id" integer,
	CONSTRAINT "screening_lists_single_row" CHECK ("screening_lists"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "screening_names" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_names_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"list" varchar(100) NOT NULL,
	"entry_id" varchar(100) NOT NULL,
	"name" varchar(255) NOT NULL,
	"birth_date" varchar(10) DEFAULT '' NOT NULL,
	CONSTRAINT "screening_names_name_not_blank" CHECK (btrim("screening_names"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"threshold" smallint NOT NULL,
	"identity" varchar(64) NOT NULL,
	"screened_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"token_id" integer PRIMARY KEY NOT NULL,
	"commodity" varchar(200) DEFAULT '' NOT NULL,
	"district" varchar(200) DEFAULT '' NOT NULL,
	"country" varchar(100) DEFAULT '' NOT NULL,
	"stage" varchar(100) DEFAULT '' NOT NULL,
	"custodian" varchar(200) DEFAULT '' NOT NULL,
	"is_illustrative" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_attestations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_attestations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"units_held" numeric(18, 6) NOT NULL,
	"as_of" date NOT NULL,
	"expires" date NOT NULL,
	"auditor" varchar(200) NOT NULL,
	"filename" varchar(255) NOT NULL,
	"original_name" varchar(255) NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" char(64) NOT NULL,
	"entered_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_attestations_units_held_range" CHECK ("series_attestations"."units_held" >= 0 and "series_attestations"."units_held" < 1000000000000),
	CONSTRAINT "series_attestations_file_size_range" CHECK ("series_attestations"."file_size" > 0 and "series_attestations"."file_size" <= 209715200),
	CONSTRAINT "series_attestations_expires_later" CHECK ("series_attestations"."expires" >= "series_attestations"."as_of"),
	CONSTRAINT "series_attestations_auditor_not_blank" CHECK (btrim("series_attestations"."auditor") <> '')
);
--> statement-breakpoint
CREATE TABLE "series_document_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_document_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"filename" varchar(255) NOT NULL,
	"original_name" varchar(255) NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" char(64) NOT NULL,
	"uploaded_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_document_versions_version_range" CHECK ("series_document_versions"."version" > 0 and "series_document_versions"."version" <= 10000),
	CONSTRAINT "series_document_versions_file_size_range" CHECK ("series_document_versions"."file_size" > 0 and "series_document_versions"."file_size" <= 209715200),
	CONSTRAINT "series_document_versions_sha256_hex" CHECK ("series_document_versions"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "series_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" varchar(200) NOT NULL,
	"must_acknowledge" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_documents_kind_known" CHECK ("series_documents"."kind" in ('offering-memorandum', 'resource-statement', 'technical-report', 'entitlement-agreement', 'custody-agreement', 'valuation-report', 'attestation', 'environmental-report')),
	CONSTRAINT "series_documents_title_not_blank" CHECK (btrim("series_documents"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "series_valuations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_valuations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"low" numeric(20, 2) NOT NULL,
	"preferred" numeric(20, 2) NOT NULL,
	"high" numeric(20, 2) NOT NULL,
	"as_of" date NOT NULL,
	"method" varchar(200) NOT NULL,
	"inputs" jsonb NOT NULL,
	"entered_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_valuations_low_range" CHECK ("series_valuations"."low" >= 0 and "series_valuations"."low" < 1000000000000),
	CONSTRAINT "series_valuations_high_range" CHECK ("series_valuations"."high" > 0 and "series_valuations"."high" < 1000000000000),
	CONSTRAINT "series_valuations_order" CHECK ("series_valuations"."low" <= "series_valuations"."preferred" and "series_valuations"."preferred" <= "series_valuations"."high"),
	CONSTRAINT "series_valuations_method_not_blank" CHECK (btrim("series_valuations"."method") <> '')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"refresh_token_hash" varchar(255) NOT NULL,
	"previous_token_hash" varchar(255),
	"exchanged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" varchar(100) DEFAULT '' NOT NULL,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"user_agent" varchar(600) DEFAULT '' NOT NULL,
	"signed_in_with" text DEFAULT '' NOT NULL,
	CONSTRAINT "sessions_signed_in_with_known" CHECK ("sessions"."signed_in_with" in ('', 'password', 'passkey', 'password_and_passkey', 'password_and_totp', 'password_and_recovery')),
	CONSTRAINT "sessions_role_known" CHECK ("sessions"."role" in ('investor', 'admin')),
	CONSTRAINT "sessions_one_owner" CHECK (("sessions"."role" = 'investor' and "sessions"."user_id" is not null and "sessions"."admin_id" is null) or ("sessions"."role" = 'admin' and "sessions"."admin_id" is not null and "sessions"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"site_name" varchar(100) NOT NULL,
	"site_description" varchar(5000) DEFAULT '' NOT NULL,
	"primary_color" varchar(7) DEFAULT '#f97316' NOT NULL,
	"secondary_color" varchar(7) DEFAULT '#ea580c' NOT NULL,
	"company_address" varchar(500) DEFAULT '' NOT NULL,
	"payment_account" varchar(500) DEFAULT '' NOT NULL,
	"four_eyes_amount" numeric(20, 2) DEFAULT '10000.00' NOT NULL,
	"unverified_reservation" numeric(20, 2) DEFAULT '10000.00' NOT NULL,
	"screening_threshold" smallint DEFAULT 85 NOT NULL,
	"date_format" text DEFAULT 'MM/DD/YY' NOT NULL,
	"verification_target_days" smallint DEFAULT 2 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_single_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_site_name_not_blank" CHECK (btrim("settings"."site_name") <> ''),
	CONSTRAINT "settings_four_eyes_amount_range" CHECK ("settings"."four_eyes_amount" >= 0 and "settings"."four_eyes_amount" < 1000000000000),
	CONSTRAINT "settings_unverified_reservation_range" CHECK ("settings"."unverified_reservation" >= 0 and "settings"."unverified_reservation" < 1000000000000),
	CONSTRAINT "settings_screening_threshold_range" CHECK ("settings"."screening_threshold" >= 50 and "settings"."screening_threshold" <= 100),
	CONSTRAINT "settings_date_format_known" CHECK ("settings"."date_format" in ('MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY')),
	CONSTRAINT "settings_verification_target_days_range" CHECK ("settings"."verification_target_days" >= 1 and "settings"."verification_target_days" <= 60),
	CONSTRAINT "settings_primary_color_hex" CHECK ("settings"."primary_color" ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "settings_secondary_color_hex" CHECK ("settings"."secondary_color" ~ '^#[0-9A-Fa-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "subscription_acknowledgements" (
	"subscription_id" integer NOT NULL,
	"version_id" integer NOT NULL,
	"sha256" char(64) NOT NULL,
	"acknowledged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_acknowledgements_subscription_id_version_id_pk" PRIMARY KEY("subscription_id","version_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"admin_id" integer,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_steps_state_known" CHECK ("subscription_steps"."state" in ('submitted', 'in_review', 'approved', 'funded', 'allotted', 'withdrawn', 'rejected', 'expired')),
	CONSTRAINT "subscription_steps_by_known" CHECK ("subscription_steps"."by" in ('investor', 'desk', 'system')),
	CONSTRAINT "subscription_steps_desk_is_admin" CHECK (("subscription_steps"."by" = 'desk') = ("subscription_steps"."admin_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_id" integer NOT NULL,
	"offering_id" integer NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"unit_price" numeric(20, 2) NOT NULL,
	"units" numeric(18, 6) NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"payment_due_at" timestamp (3) with time zone,
	"transaction_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_state_known" CHECK ("subscriptions"."state" in ('submitted', 'in_review', 'approved', 'funded', 'allotted', 'withdrawn', 'rejected', 'expired')),
	CONSTRAINT "subscriptions_amount_range" CHECK ("subscriptions"."amount" > 0 and "subscriptions"."amount" < 1000000000000),
	CONSTRAINT "subscriptions_unit_price_range" CHECK ("subscriptions"."unit_price" > 0 and "subscriptions"."unit_price" < 1000000000000),
	CONSTRAINT "subscriptions_units_range" CHECK ("subscriptions"."units" > 0 and "subscriptions"."units" < 1000000000000),
	CONSTRAINT "subscriptions_units_of_amount" CHECK ("subscriptions"."units" = div("subscriptions"."amount" * 1000000, "subscriptions"."unit_price") * 0.000001),
	CONSTRAINT "subscriptions_paid_by_deposit" CHECK ("subscriptions"."transaction_id" is null or "subscriptions"."state" in ('funded', 'allotted')),
	CONSTRAINT "subscriptions_due_when_approved" CHECK ("subscriptions"."state" <> 'approved' or "subscriptions"."payment_due_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "support_tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text GENERATED ALWAYS AS ('T-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL,
	"user_id" integer,
	"name" varchar(100) NOT NULL,
	"email" varchar(254) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"message" varchar(5000) NOT NULL,
	"category" text DEFAULT 'general' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assigned_to" integer,
	"first_answered_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"first_answer_due" timestamp (3) with time zone,
	"resolution_due" timestamp (3) with time zone,
	"due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED,
	"merged_into" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_tickets_name_not_blank" CHECK (btrim("support_tickets"."name") <> ''),
	CONSTRAINT "support_tickets_email_not_blank" CHECK (btrim("support_tickets"."email") <> ''),
	CONSTRAINT "support_tickets_subject_not_blank" CHECK (btrim("support_tickets"."subject") <> ''),
	CONSTRAINT "support_tickets_message_not_blank" CHECK (btrim("support_tickets"."message") <> ''),
	CONSTRAINT "support_tickets_category_known" CHECK ("support_tickets"."category" in ('general', 'technical', 'investment', 'compliance')),
	CONSTRAINT "support_tickets_priority_known" CHECK ("support_tickets"."priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "support_tickets_status_known" CHECK ("support_tickets"."status" in ('open', 'in_progress', 'resolved', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "ticket_replies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"author" text DEFAULT 'agent' NOT NULL,
	"admin_id" integer,
	"message" varchar(5000) NOT NULL,
	"mail_id" integer,
	"merged_from" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_replies_message_not_blank" CHECK (btrim("ticket_replies"."message") <> ''),
	CONSTRAINT "ticket_replies_author_known" CHECK ("ticket_replies"."author" in ('user', 'agent')),
	CONSTRAINT "ticket_replies_of_team_sent" CHECK ("ticket_replies"."author" = 'agent' or ("ticket_replies"."admin_id" is null and "ticket_replies"."mail_id" is null))
);
--> statement-breakpoint
CREATE TABLE "token_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_categories_name_not_blank" CHECK (btrim("token_categories"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "token_icons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_icons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"filename" varchar(255) NOT NULL,
	"original_name" varchar(255) NOT NULL,
	"content_type" varchar(100) NOT NULL,
	"file_size" integer NOT NULL,
	"uploaded_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_icons_filename_not_blank" CHECK (btrim("token_icons"."filename") <> ''),
	CONSTRAINT "token_icons_file_size_range" CHECK ("token_icons"."file_size" > 0 and "token_icons"."file_size" <= 10485760)
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"symbol" varchar(20) NOT NULL,
	"name" varchar(100) NOT NULL,
	"category_id" integer NOT NULL,
	"location" varchar(200) NOT NULL,
	"description" varchar(5000) NOT NULL,
	"icon" varchar(100) NOT NULL,
	"icon_type" text DEFAULT 'lucide' NOT NULL,
	"icon_url" varchar(500) DEFAULT '' NOT NULL,
	"color" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tokens_symbol_not_blank" CHECK (btrim("tokens"."symbol") <> ''),
	CONSTRAINT "tokens_symbol_not_none" CHECK (lower(ltrim("tokens"."symbol", '$')) not in ('none', '')),
	CONSTRAINT "tokens_name_not_blank" CHECK (btrim("tokens"."name") <> ''),
	CONSTRAINT "tokens_location_not_blank" CHECK (btrim("tokens"."location") <> ''),
	CONSTRAINT "tokens_description_not_blank" CHECK (btrim("tokens"."description") <> ''),
	CONSTRAINT "tokens_icon_not_blank" CHECK (btrim("tokens"."icon") <> ''),
	CONSTRAINT "tokens_icon_type_known" CHECK ("tokens"."icon_type" in ('lucide', 'custom')),
	CONSTRAINT "tokens_color_known" CHECK ("tokens"."color" in ('Gold', 'Silver', 'Purple', 'Green', 'Orange', 'Amber', 'Emerald', 'Indigo', 'Gray', 'Pink')),
	CONSTRAINT "tokens_custom_icon_has_url" CHECK ("tokens"."icon_type" <> 'custom' or "tokens"."icon_url" <> '')
);
--> statement-breakpoint
CREATE TABLE "transaction_totals" (
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"amount" numeric(30, 2) NOT NULL,
	"fees" numeric(30, 2) NOT NULL,
	CONSTRAINT "transaction_totals_user_id_type_status_pk" PRIMARY KEY("user_id","type","status")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"fee" numeric(20, 2) DEFAULT '0' NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"description" varchar(5000) DEFAULT '' NOT NULL,
	"transaction_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transactions_type_known" CHECK ("transactions"."type" in ('deposit', 'withdrawal', 'transfer', 'fee', 'interest')),
	CONSTRAINT "transactions_status_known" CHECK ("transactions"."status" in ('completed', 'pending', 'failed', 'cancelled')),
	CONSTRAINT "transactions_amount_range" CHECK ("transactions"."amount" > 0 and "transactions"."amount" < 1000000000000),
	CONSTRAINT "transactions_fee_range" CHECK ("transactions"."fee" >= 0 and "transactions"."fee" < 1000000000000),
	CONSTRAINT "transactions_currency_code" CHECK ("transactions"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"admin_id" integer,
	"text" varchar(5000) NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_notes_text_not_blank" CHECK (btrim("user_notes"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"time_zone" varchar(100) DEFAULT '' NOT NULL,
	"date_format" text DEFAULT '' NOT NULL,
	"number_format" text DEFAULT '1,234.56' NOT NULL,
	CONSTRAINT "user_preferences_theme_known" CHECK ("user_preferences"."theme" in ('system', 'light', 'dark')),
	CONSTRAINT "user_preferences_date_format_known" CHECK ("user_preferences"."date_format" in ('', 'MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY')),
	CONSTRAINT "user_preferences_number_format_known" CHECK ("user_preferences"."number_format" in ('1,234.56', '1.234,56', '1 234,56'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" varchar(100),
	"email" varchar(254) NOT NULL,
	"email_confirmed" boolean DEFAULT true NOT NULL,
	"mailbox_confirmed_at" timestamp (3) with time zone,
	"password_hash" varchar(255) NOT NULL,
	"first_name" varchar(100) NOT NULL,
	"last_name" varchar(100) DEFAULT '' NOT NULL,
	"phone" varchar(32) DEFAULT '' NOT NULL,
	"country" varchar(100) DEFAULT '' NOT NULL,
	"linkedin" varchar(500) DEFAULT '' NOT NULL,
	"twitter" varchar(500) DEFAULT '' NOT NULL,
	"telegram" varchar(200) DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"verified_name" varchar(255) DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"closing_obstacle" varchar(5000) DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "users_complete_or_deleted" CHECK ("users"."deleted_at" is not null or ("users"."email" <> '' and "users"."first_name" <> '' and "users"."password_hash" <> ''))
);
--> statement-breakpoint
CREATE TABLE "verification_decisions" (
	"user_id" integer NOT NULL,
	"item" text NOT NULL,
	"decision" text NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_decisions_user_id_item_pk" PRIMARY KEY("user_id","item"),
	CONSTRAINT "verification_decisions_item_known" CHECK ("verification_decisions"."item" in ('identity', 'entity', 'address', 'tax', 'source_of_funds', 'investor_kind', 'declarations')),
	CONSTRAINT "verification_decisions_decision_known" CHECK ("verification_decisions"."decision" in ('accepted', 'needs_more')),
	CONSTRAINT "verification_decisions_reason" CHECK ("verification_decisions"."decision" <> 'needs_more' or btrim("verification_decisions"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "verification_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item" text NOT NULL,
	"name" varchar(255) NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"filename" varchar(255) NOT NULL,
	"wrapped_key" varchar(255) NOT NULL,
	"scanned" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "verification_files_item_known" CHECK ("verification_files"."item" in ('identity', 'entity', 'address', 'investor_kind')),
	CONSTRAINT "verification_files_media_type_known" CHECK ("verification_files"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "verification_files_scanned_known" CHECK ("verification_files"."scanned" in ('clean', 'not_scanned')),
	CONSTRAINT "verification_files_size_range" CHECK ("verification_files"."size" > 0 and "verification_files"."size" <= 20000000)
);
--> statement-breakpoint
CREATE TABLE "verification_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"action" varchar(40) NOT NULL,
	"item" varchar(40),
	"by" text NOT NULL,
	"admin_id" integer,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_steps_by_known" CHECK ("verification_steps"."by" in ('investor', 'desk', 'system'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'not_started' NOT NULL,
	"kind" text DEFAULT 'person' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"hand_reason" varchar(5000) DEFAULT '' NOT NULL,
	"risk" text,
	"risk_grounds" varchar(5000) DEFAULT '' NOT NULL,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"assigned_to" integer,
	"submitted_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"verified_until" date,
	"reminded" smallint,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verifications_state_known" CHECK ("verifications"."state" in ('not_started', 'in_progress', 'submitted', 'in_review', 'needs_more', 'verified', 'refused', 'expired')),
	CONSTRAINT "verifications_kind_known" CHECK ("verifications"."kind" in ('person', 'entity')),
	CONSTRAINT "verifications_risk_known" CHECK ("verifications"."risk" is null or "verifications"."risk" in ('low', 'medium', 'high')),
	CONSTRAINT "verifications_submitted_when_decided" CHECK ("verifications"."state" not in ('submitted', 'in_review', 'needs_more') or "verifications"."submitted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_checks" ADD CONSTRAINT "audit_checks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD CONSTRAINT "call_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD CONSTRAINT "call_schedules_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_emails" ADD CONSTRAINT "confirmed_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_call_id_call_schedules_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_chat_id_chat_sessions_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_distribution_id_distributions_id_fk" FOREIGN KEY ("distribution_id") REFERENCES "public"."distributions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_reversals" ADD CONSTRAINT "distribution_reversals_distribution_id_distributions_id_fk" FOREIGN KEY ("distribution_id") REFERENCES "public"."distributions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_reversals" ADD CONSTRAINT "distribution_reversals_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_backfills" ADD CONSTRAINT "feed_backfills_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_requests" ADD CONSTRAINT "feedback_requests_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_requests" ADD CONSTRAINT "feedback_requests_chat_id_chat_sessions_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_records" ADD CONSTRAINT "login_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_records" ADD CONSTRAINT "login_records_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_note_id_user_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."user_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_values" ADD CONSTRAINT "portfolio_values_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_movement_id_register_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."register_movements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_heads" ADD CONSTRAINT "register_heads_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_reverses_register_movements_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."register_movements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_refresh_tokens" ADD CONSTRAINT "retired_refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD CONSTRAINT "screening_lists_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD CONSTRAINT "screening_lists_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_attestations" ADD CONSTRAINT "series_attestations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_attestations" ADD CONSTRAINT "series_attestations_entered_by_admins_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_document_versions" ADD CONSTRAINT "series_document_versions_document_id_series_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."series_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_document_versions" ADD CONSTRAINT "series_document_versions_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_documents" ADD CONSTRAINT "series_documents_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_valuations" ADD CONSTRAINT "series_valuations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_valuations" ADD CONSTRAINT "series_valuations_entered_by_admins_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_acknowledgements" ADD CONSTRAINT "subscription_acknowledgements_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_acknowledgements" ADD CONSTRAINT "subscription_acknowledgements_version_id_series_document_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."series_document_versions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_steps" ADD CONSTRAINT "subscription_steps_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_steps" ADD CONSTRAINT "subscription_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_merged_into_support_tickets_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_mail_id_outbox_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_merged_from_support_tickets_id_fk" FOREIGN KEY ("merged_from") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_icons" ADD CONSTRAINT "token_icons_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_category_id_token_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."token_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_totals" ADD CONSTRAINT "transaction_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD CONSTRAINT "verification_decisions_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_files" ADD CONSTRAINT "verification_files_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_steps" ADD CONSTRAINT "verification_steps_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_steps" ADD CONSTRAINT "verification_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_of_user" ON "account_events" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "account_events_by_age" ON "account_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "account_exports_unfinished" ON "account_exports" USING btree ("requested_at") WHERE "account_exports"."state" = 'working';--> statement-breakpoint
CREATE INDEX "account_exports_expiry" ON "account_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_hash_unique" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_of_user" ON "account_links" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_of_admin" ON "account_links" USING btree ("admin_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_expiry" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_links_former_email" ON "account_links" USING btree (lower("email")) WHERE "account_links"."kind" = 'undo';--> statement-breakpoint
CREATE INDEX "account_links_unproven_email" ON "account_links" USING btree (lower("email"),"created_at") WHERE "account_links"."kind" in ('confirm', 'change');--> statement-breakpoint
CREATE INDEX "activities_of_user" ON "activities" USING btree ("user_id","activity_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("activity_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_by_creation" ON "activities" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_unique" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_unique" ON "admins" USING btree (lower("email")) WHERE "admins"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_one_of_a_row" ON "approvals" USING btree ("entity","entity_id","action") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("proposed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_concerns" ON "approvals" USING gin ("concerns");--> statement-breakpoint
CREATE INDEX "approvals_audit_entries" ON "approvals" USING gin ("audit_entries");--> statement-breakpoint
CREATE INDEX "approvals_proposed_by" ON "approvals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "approvals_filename" ON "approvals" USING btree ("filename") WHERE filename <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "assets_slug_unique" ON "assets" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "audit_checks_of_admin" ON "audit_checks" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_checks_one_runs" ON "audit_checks" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_of_admin" ON "audit_log" USING btree ("admin_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity","entity_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_of_changed_transactions" ON "audit_log" USING btree ((("before"->>'user_id')::int),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "audit_log"."action" in ('transaction.update', 'transaction.delete');--> statement-breakpoint
CREATE INDEX "audit_log_of_investors" ON "audit_log" USING gin (audit_investors("entity", "entity_id", "before", "after"));--> statement-breakpoint
CREATE UNIQUE INDEX "call_schedules_reference_unique" ON "call_schedules" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "call_schedules_newest" ON "call_schedules" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_schedules_by_status" ON "call_schedules" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_schedules_of_user" ON "call_schedules" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_change" ON "call_schedules" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_day" ON "call_schedules" USING btree ("preferred_date","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_name" ON "call_schedules" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_due" ON "call_schedules" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "call_schedules_assigned" ON "call_schedules" USING btree ("assigned_to");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_title_unique" ON "canned_replies" USING btree (lower("title"));--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_token_hash_unique" ON "challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_passkey_challenge_unique" ON "challenges" USING btree ("passkey_challenge");--> statement-breakpoint
CREATE INDEX "challenges_of_user" ON "challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_of_admin" ON "challenges" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "challenges_of_session" ON "challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_messages_of_session" ON "chat_messages" USING btree ("chat_session_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_of_admin" ON "chat_messages" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_session_id_unique" ON "chat_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_reference_unique" ON "chat_sessions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "chat_sessions_latest" ON "chat_sessions" USING btree ("last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_newest" ON "chat_sessions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_by_status" ON "chat_sessions" USING btree ("status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_of_user" ON "chat_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_name" ON "chat_sessions" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_due" ON "chat_sessions" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_assigned" ON "chat_sessions" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "confirmed_emails_of_user" ON "confirmed_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_ticket" ON "desk_notes" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_call" ON "desk_notes" USING btree ("call_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_chat" ON "desk_notes" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_admin" ON "desk_notes" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_lines_transaction_unique" ON "distribution_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "distribution_lines_of_user" ON "distribution_lines" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "distribution_reversals_of_admin" ON "distribution_reversals" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "distributions_of_token" ON "distributions" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "distributions_of_admin" ON "distributions" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_filename_unique" ON "documents" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_public" ON "documents" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "documents"."is_public";--> statement-breakpoint
CREATE INDEX "documents_of_admin" ON "documents" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "email_disputes_open_of_user" ON "email_disputes" USING btree ("user_id") WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_disputes_open_of_admin" ON "email_disputes" USING btree ("admin_id") WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE INDEX "email_disputes_open_former" ON "email_disputes" USING btree (lower("former_email")) WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE INDEX "email_disputes_of_user" ON "email_disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_disputes_of_admin" ON "email_disputes" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "email_disputes_decided_by" ON "email_disputes" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential_unique" ON "factors" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "factors_of_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factors_of_admin" ON "factors" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "factors_unconfirmed" ON "factors" USING btree ("created_at") WHERE "factors"."confirmed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_token_unique" ON "feedback_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_of_ticket" ON "feedback_requests" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_of_chat" ON "feedback_requests" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "feedback_requests_answered" ON "feedback_requests" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "holdings_of_user" ON "holdings" USING btree ("user_id","token_id");--> statement-breakpoint
CREATE INDEX "holdings_largest" ON "holdings" USING btree ("token_id","units" DESC NULLS FIRST,"user_id") WHERE "holdings"."units" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_scope_key_unique" ON "idempotency_keys" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "investments_of_user" ON "investments" USING btree ("user_id","approved_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "investments_of_token" ON "investments" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "investments_of_admin" ON "investments" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "lockouts_expiry" ON "lockouts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "login_records_newest" ON "login_records" USING btree ("login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_records_of_user" ON "login_records" USING btree ("user_id","login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_records_of_admin" ON "login_records" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "note_mentions_unread" ON "note_mentions" USING btree ("admin_id","note_id" DESC NULLS FIRST) WHERE "note_mentions"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("email","user_id","created_at") WHERE "notifications"."email" <> 'off';--> statement-breakpoint
CREATE UNIQUE INDEX "offerings_one_not_closed" ON "offerings" USING btree ("token_id") WHERE "offerings"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "offerings_of_token" ON "offerings" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("urgency","next_attempt_at","id") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_left" ON "outbox" USING btree ("status") WHERE "outbox"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "outbox_of_user" ON "outbox" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_of_admin" ON "outbox" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "outbox_of_visitor" ON "outbox" USING btree (lower("recipient")) WHERE "outbox"."user_id" is null and "outbox"."admin_id" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("created_at","id") WHERE "outbox"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "outbox_ending" ON "outbox" USING btree ("expires_at") WHERE "outbox"."status" <> 'sent' and "outbox"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "portfolios_user_unique" ON "portfolios" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "portfolios_pending" ON "portfolios" USING btree ("pending_since") WHERE "portfolios"."pending_investments" <> 'none';--> statement-breakpoint
CREATE INDEX "price_points_by_age" ON "price_points" USING btree ("resolution","time");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_failures_unique" ON "proof_failures" USING btree ("day","after_number","code","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_id_unique" ON "proof_snapshots" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_hash_unique" ON "proof_snapshots" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_previous_unique" ON "proof_snapshots" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "proof_snapshots_of_day" ON "proof_snapshots" USING btree ("day");--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_of_admin" ON "recovery_codes" USING btree ("admin_id","position");--> statement-breakpoint
CREATE INDEX "register_entries_of_holder" ON "register_entries" USING btree ("user_id","token_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "register_movements_of_token" ON "register_movements" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "register_movements_of_day" ON "register_movements" USING btree ("token_id","at");--> statement-breakpoint
CREATE INDEX "register_movements_of_admin" ON "register_movements" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "register_movements_reverses_unique" ON "register_movements" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "register_movements_of_subscription" ON "register_movements" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "report_schedules_of_admin" ON "report_schedules" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "retired_refresh_tokens_of_session" ON "retired_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "retired_refresh_tokens_by_age" ON "retired_refresh_tokens" USING btree ("retired_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_unique" ON "saved_views" USING btree ("admin_id","section",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("section") WHERE "saved_views"."shared";--> statement-breakpoint
CREATE UNIQUE INDEX "screening_hits_once" ON "screening_hits" USING btree ("user_id","list","entry_id");--> statement-breakpoint
CREATE INDEX "screening_hits_newest" ON "screening_hits" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "screening_hits_by_likeness" ON "screening_hits" USING btree ("score" desc,"created_at","id") WHERE "screening_hits"."state" = 'open';--> statement-breakpoint
CREATE INDEX "screening_names_of_entry" ON "screening_names" USING btree ("list","entry_id");--> statement-breakpoint
CREATE INDEX "screenings_by_version" ON "screenings" USING btree ("version");--> statement-breakpoint
CREATE INDEX "series_attestations_binding" ON "series_attestations" USING btree ("token_id","as_of" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "series_attestations_of_admin" ON "series_attestations" USING btree ("entered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "series_attestations_filename_unique" ON "series_attestations" USING btree ("filename");--> statement-breakpoint
CREATE UNIQUE INDEX "series_document_versions_number_unique" ON "series_document_versions" USING btree ("document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "series_document_versions_filename_unique" ON "series_document_versions" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "series_document_versions_of_admin" ON "series_document_versions" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "series_documents_of_token" ON "series_documents" USING btree ("token_id","id");--> statement-breakpoint
CREATE INDEX "series_valuations_current" ON "series_valuations" USING btree ("token_id","as_of" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "series_valuations_of_admin" ON "series_valuations" USING btree ("entered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_token_hash_unique" ON "sessions" USING btree ("refresh_token_hash");--> statement-breakpoint
CREATE INDEX "sessions_open_of_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_open_of_admin" ON "sessions" USING btree ("admin_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "subscription_steps_of_subscription" ON "subscription_steps" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "subscription_steps_of_admin" ON "subscription_steps" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_of_offering" ON "subscriptions" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "subscriptions_waiting" ON "subscriptions" USING btree ("updated_at","id") WHERE "subscriptions"."state" in ('submitted', 'in_review', 'funded');--> statement-breakpoint
CREATE INDEX "subscriptions_open_of_token" ON "subscriptions" USING btree ("token_id") WHERE "subscriptions"."state" in ('submitted', 'in_review', 'approved', 'funded');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_deposit_unique" ON "subscriptions" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_tickets_reference_unique" ON "support_tickets" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "support_tickets_newest" ON "support_tickets" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "support_tickets_by_status" ON "support_tickets" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "support_tickets_of_user" ON "support_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_change" ON "support_tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_name" ON "support_tickets" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_subject" ON "support_tickets" USING btree ("subject" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_due" ON "support_tickets" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "support_tickets_assigned" ON "support_tickets" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "support_tickets_merged" ON "support_tickets" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_ticket" ON "ticket_replies" USING btree ("ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_admin" ON "ticket_replies" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_mail" ON "ticket_replies" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "ticket_replies_merged" ON "ticket_replies" USING btree ("merged_from");--> statement-breakpoint
CREATE UNIQUE INDEX "token_categories_name_unique" ON "token_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "token_icons_filename_unique" ON "token_icons" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "token_icons_newest" ON "token_icons" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "token_icons_of_admin" ON "token_icons" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_symbol_unique" ON "tokens" USING btree (lower(ltrim("symbol", '$')));--> statement-breakpoint
CREATE INDEX "tokens_of_category" ON "tokens" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "transactions_of_user" ON "transactions" USING btree ("user_id","transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_date" ON "transactions" USING btree ("transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_of_user_by_type_and_status" ON "transactions" USING btree ("user_id","type","status","transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_description" ON "transactions" USING btree (lower(left("description", 60)) text_pattern_ops) WHERE "transactions"."description" <> '';--> statement-breakpoint
CREATE INDEX "user_notes_of_user" ON "user_notes" USING btree ("user_id","pinned" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_newest_of_user" ON "user_notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_of_admin" ON "user_notes" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_closing" ON "users" USING btree ("closes_at") WHERE "users"."closes_at" is not null;--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "verification_files_of_user" ON "verification_files" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_files_filename_unique" ON "verification_files" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "verification_steps_of_user" ON "verification_steps" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "verification_steps_newest" ON "verification_steps" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "verification_steps_of_admin" ON "verification_steps" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "verifications_queue" ON "verifications" USING btree ("state","submitted_at","user_id");--> statement-breakpoint
CREATE INDEX "verifications_waiting" ON "verifications" USING btree ("submitted_at","user_id") WHERE state in ('submitted', 'in_review') and closed_at is null;--> statement-breakpoint
CREATE INDEX "verifications_of_admin" ON "verifications" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "verifications_end" ON "verifications" USING btree ("verified_until") WHERE "verifications"."verified_until" is not null;