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
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "admins_username_not_blank" CHECK (btrim("admins"."username") <> ''),
	CONSTRAINT "admins_email_not_blank" CHECK (btrim("admins"."email") <> ''),
	CONSTRAINT "admins_password_hash_not_blank" CHECK (btrim("admins"."password_hash") <> '')
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_sessions_session_id_not_blank" CHECK (btrim("chat_sessions"."session_id") <> ''),
	CONSTRAINT "chat_sessions_name_not_blank" CHECK (btrim("chat_sessions"."name") <> ''),
	CONSTRAINT "chat_sessions_status_known" CHECK ("chat_sessions"."status" in ('open', 'closed'))
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_departments_department_words" CHECK ("contact_departments"."department" ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$')
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
	CONSTRAINT "login_records_role_known" CHECK ("login_records"."role" in ('investor', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"category" text DEFAULT 'system' NOT NULL,
	"type" text DEFAULT 'info' NOT NULL,
	"title" varchar(200) NOT NULL,
	"message" varchar(5000) NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_category_known" CHECK ("notifications"."category" in ('transaction', 'investment', 'portfolio', 'system')),
	CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('info', 'success', 'warning', 'error')),
	CONSTRAINT "notifications_title_not_blank" CHECK (btrim("notifications"."title") <> ''),
	CONSTRAINT "notifications_message_not_blank" CHECK (btrim("notifications"."message") <> '')
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" varchar(100) NOT NULL,
	"reference" varchar(100) DEFAULT '' NOT NULL,
	"recipient" varchar(254) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" varchar(500),
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_recipient_not_blank" CHECK (btrim("outbox"."recipient") <> ''),
	CONSTRAINT "outbox_status_known" CHECK ("outbox"."status" in ('pending', 'sent', 'failed')),
	CONSTRAINT "outbox_attempts_range" CHECK ("outbox"."attempts" >= 0 and "outbox"."attempts" <= 1000)
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
CREATE TABLE "retired_refresh_tokens" (
	"token_hash" varchar(255) PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"retired_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" varchar(100) DEFAULT '' NOT NULL,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"user_agent" varchar(600) DEFAULT '' NOT NULL,
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
	"date_format" text DEFAULT 'MM/DD/YY' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_single_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_site_name_not_blank" CHECK (btrim("settings"."site_name") <> ''),
	CONSTRAINT "settings_date_format_known" CHECK ("settings"."date_format" in ('MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY')),
	CONSTRAINT "settings_primary_color_hex" CHECK ("settings"."primary_color" ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "settings_secondary_color_hex" CHECK ("settings"."secondary_color" ~ '^#[0-9A-Fa-f]{6}$')
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
	"admin_id" integer,
	"message" varchar(5000) NOT NULL,
	"mail_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_replies_message_not_blank" CHECK (btrim("ticket_replies"."message") <> '')
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
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" varchar(100),
	"email" varchar(254) NOT NULL,
	"password_hash" varchar(255) NOT NULL,
	"first_name" varchar(100) NOT NULL,
	"last_name" varchar(100) NOT NULL,
	"phone" varchar(32) DEFAULT '' NOT NULL,
	"country" varchar(100) DEFAULT '' NOT NULL,
	"linkedin" varchar(500) DEFAULT '' NOT NULL,
	"twitter" varchar(500) DEFAULT '' NOT NULL,
	"telegram" varchar(200) DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "users_complete_or_deleted" CHECK ("users"."deleted_at" is not null or ("users"."email" <> '' and "users"."first_name" <> '' and "users"."last_name" <> '' and "users"."password_hash" <> ''))
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_schedules" ADD CONSTRAINT "call_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_backfills" ADD CONSTRAINT "feed_backfills_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_records" ADD CONSTRAINT "login_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_records" ADD CONSTRAINT "login_records_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_values" ADD CONSTRAINT "portfolio_values_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_refresh_tokens" ADD CONSTRAINT "retired_refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_mail_id_outbox_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_icons" ADD CONSTRAINT "token_icons_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_category_id_token_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."token_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_totals" ADD CONSTRAINT "transaction_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_of_user" ON "activities" USING btree ("user_id","activity_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("activity_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_by_creation" ON "activities" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_unique" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_unique" ON "admins" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "assets_slug_unique" ON "assets" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_of_admin" ON "audit_log" USING btree ("admin_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity","entity_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "call_schedules_reference_unique" ON "call_schedules" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "call_schedules_newest" ON "call_schedules" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_schedules_by_status" ON "call_schedules" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_schedules_of_user" ON "call_schedules" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_change" ON "call_schedules" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_day" ON "call_schedules" USING btree ("preferred_date","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_name" ON "call_schedules" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "chat_messages_of_session" ON "chat_messages" USING btree ("chat_session_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_of_admin" ON "chat_messages" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_session_id_unique" ON "chat_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_reference_unique" ON "chat_sessions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "chat_sessions_latest" ON "chat_sessions" USING btree ("last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_newest" ON "chat_sessions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_by_status" ON "chat_sessions" USING btree ("status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_sessions_of_user" ON "chat_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_name" ON "chat_sessions" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_filename_unique" ON "documents" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_public" ON "documents" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "documents"."is_public";--> statement-breakpoint
CREATE INDEX "documents_of_admin" ON "documents" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_scope_key_unique" ON "idempotency_keys" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "investments_of_user" ON "investments" USING btree ("user_id","approved_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "investments_of_token" ON "investments" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "investments_of_admin" ON "investments" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "lockouts_expiry" ON "lockouts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "login_records_newest" ON "login_records" USING btree ("login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_records_of_user" ON "login_records" USING btree ("user_id","login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_records_of_admin" ON "login_records" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at","id") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_left" ON "outbox" USING btree ("status") WHERE "outbox"."status" <> 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "portfolios_user_unique" ON "portfolios" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "portfolios_pending" ON "portfolios" USING btree ("pending_since") WHERE "portfolios"."pending_investments" <> 'none';--> statement-breakpoint
CREATE INDEX "price_points_by_age" ON "price_points" USING btree ("resolution","time");--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "retired_refresh_tokens_of_session" ON "retired_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "retired_refresh_tokens_by_age" ON "retired_refresh_tokens" USING btree ("retired_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_token_hash_unique" ON "sessions" USING btree ("refresh_token_hash");--> statement-breakpoint
CREATE INDEX "sessions_open_of_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_open_of_admin" ON "sessions" USING btree ("admin_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "support_tickets_reference_unique" ON "support_tickets" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "support_tickets_newest" ON "support_tickets" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "support_tickets_by_status" ON "support_tickets" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "support_tickets_of_user" ON "support_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_change" ON "support_tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_name" ON "support_tickets" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_subject" ON "support_tickets" USING btree ("subject" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_ticket" ON "ticket_replies" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_admin" ON "ticket_replies" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "ticket_replies_of_mail" ON "ticket_replies" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "token_categories_name_unique" ON "token_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "token_icons_filename_unique" ON "token_icons" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "token_icons_newest" ON "token_icons" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "token_icons_of_admin" ON "token_icons" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_symbol_unique" ON "tokens" USING btree (lower(ltrim("symbol", '$')));--> statement-breakpoint
CREATE INDEX "tokens_of_category" ON "tokens" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "transactions_of_user" ON "transactions" USING btree ("user_id","transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_of_user_by_type_and_status" ON "transactions" USING btree ("user_id","type","status","transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_completed_deposits" ON "transactions" USING btree ("transaction_date") WHERE "transactions"."type" = 'deposit' and "transactions"."status" = 'completed';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;