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
DROP INDEX "ticket_replies_of_ticket";--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "assigned_to" integer;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "first_answer_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "resolution_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD COLUMN "due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "assigned_to" integer;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "first_answer_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "resolution_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "open_days" text[] DEFAULT '{"mon","tue","wed","thu","fri"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "open_from" varchar(5) DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "open_to" varchar(5) DEFAULT '18:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "time_zone" varchar(100) DEFAULT 'America/Los_Angeles' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "first_answer_hours" integer;--> statement-breakpoint
ALTER TABLE "contact_departments" ADD COLUMN "resolution_hours" integer;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "assigned_to" integer;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "first_answer_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "resolution_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "due" timestamp (3) with time zone GENERATED ALWAYS AS (case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end) STORED;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD COLUMN "merged_from" integer;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_call_id_call_schedules_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_chat_id_chat_sessions_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_requests" ADD CONSTRAINT "feedback_requests_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_requests" ADD CONSTRAINT "feedback_requests_chat_id_chat_sessions_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_title_unique" ON "canned_replies" USING btree (lower("title"));--> statement-breakpoint
CREATE INDEX "desk_notes_of_ticket" ON "desk_notes" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_call" ON "desk_notes" USING btree ("call_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_chat" ON "desk_notes" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "desk_notes_of_admin" ON "desk_notes" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_token_unique" ON "feedback_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_of_ticket" ON "feedback_requests" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_requests_of_chat" ON "feedback_requests" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "feedback_requests_answered" ON "feedback_requests" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "report_schedules_of_admin" ON "report_schedules" USING btree ("admin_id");--> statement-breakpoint
ALTER TABLE "call_schedules" ADD CONSTRAINT "call_schedules_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_merged_into_support_tickets_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_merged_from_support_tickets_id_fk" FOREIGN KEY ("merged_from") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_schedules_by_due" ON "call_schedules" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "call_schedules_assigned" ON "call_schedules" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_due" ON "chat_sessions" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_assigned" ON "chat_sessions" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "support_tickets_by_due" ON "support_tickets" USING btree ("due","id");--> statement-breakpoint
CREATE INDEX "support_tickets_assigned" ON "support_tickets" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "support_tickets_merged" ON "support_tickets" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "ticket_replies_merged" ON "ticket_replies" USING btree ("merged_from");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_ticket" ON "ticket_replies" USING btree ("ticket_id","created_at","id");--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_open_days_known" CHECK (cardinality("contact_departments"."open_days") > 0 and "contact_departments"."open_days" <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']::text[]);--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_open_from_clock" CHECK ("contact_departments"."open_from" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_open_to_clock" CHECK ("contact_departments"."open_to" ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$');--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_open_in_order" CHECK ("contact_departments"."open_from" < "contact_departments"."open_to");--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_targets" CHECK ("contact_departments"."first_answer_hours" between 1 and 720 and "contact_departments"."resolution_hours" between 1 and 720);--> statement-breakpoint

-- Tables with several generated columns: each argument of the trigger names one to ignore.
create or replace function touch_updated_at() returns trigger language plpgsql as $$
declare
  changed boolean;
begin
  if tg_nargs = 0 then
    changed := new is distinct from old;
  else
    changed := to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv;
  end if;
  if changed then
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;
--> statement-breakpoint
-- What was kept before there were targets. It is no edit, and announces nothing.
alter table support_tickets disable trigger user;
--> statement-breakpoint
update support_tickets set
  first_answered_at = (select min(created_at) from ticket_replies where ticket_id = support_tickets.id and author = 'agent'),
  resolved_at = case when status in ('resolved', 'closed') then updated_at end;
--> statement-breakpoint
alter table support_tickets enable trigger user;
--> statement-breakpoint
alter table call_schedules disable trigger user;
--> statement-breakpoint
update call_schedules set
  first_answered_at = case when status <> 'pending' then updated_at end,
  resolved_at = case when status in ('confirmed', 'cancelled') then updated_at end
where status <> 'pending';
--> statement-breakpoint
alter table call_schedules enable trigger user;
--> statement-breakpoint
alter table chat_sessions disable trigger user;
--> statement-breakpoint
update chat_sessions set
  first_answered_at = (select min(created_at) from chat_messages where chat_session_id = chat_sessions.id and author = 'agent'),
  resolved_at = case when status = 'closed' then updated_at end;
--> statement-breakpoint
alter table chat_sessions enable trigger user;
--> statement-breakpoint
update contact_departments set resolution_hours = 45, first_answer_hours = case department
  when 'general' then 2 when 'investors' then 4 when 'tech' then 4 when 'tech_support' then 1 else 24 end;
--> statement-breakpoint
drop trigger touch on support_tickets;
--> statement-breakpoint
create trigger touch before update of name, email, subject, message, category, priority, status, user_id, assigned_to, merged_into on support_tickets
  for each row execute function touch_updated_at('reference', 'due');
--> statement-breakpoint
drop trigger touch on call_schedules;
--> statement-breakpoint
create trigger touch before update on call_schedules for each row execute function touch_updated_at('reference', 'due');
--> statement-breakpoint
drop trigger touch on chat_sessions;
--> statement-breakpoint
create trigger touch before update of name, email, status, user_id, assigned_to on chat_sessions
  for each row execute function touch_updated_at('reference', 'due');
--> statement-breakpoint
create trigger touch before update on canned_replies for each row execute function touch_updated_at();
--> statement-breakpoint
do $$
declare
  watched text;
begin
  foreach watched in array array['desk_notes', 'canned_replies', 'feedback_requests'] loop
    execute format('create trigger announce_to_panel after insert or update or delete on %I for each statement execute function announce_panel_change(''support'')', watched);
  end loop;
end $$;
