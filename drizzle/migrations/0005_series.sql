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
CREATE TABLE "distributions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "distributions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_id" integer NOT NULL,
	"record_date" date NOT NULL,
	"amount_per_unit" numeric(20, 6) NOT NULL,
	"total" numeric(20, 2) NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"admin_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distributions_amount_per_unit_range" CHECK ("distributions"."amount_per_unit" > 0 and "distributions"."amount_per_unit" < 1000000000000),
	CONSTRAINT "distributions_total_range" CHECK ("distributions"."total" > 0 and "distributions"."total" < 1000000000000)
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
	CONSTRAINT "register_heads_units_in_issue_range" CHECK ("register_heads"."units_in_issue" >= 0 and "register_heads"."units_in_issue" < 1000000000000)
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
CREATE TABLE "series" (
	"token_id" integer PRIMARY KEY NOT NULL,
	"commodity" varchar(200) DEFAULT '' NOT NULL,
	"district" varchar(200) DEFAULT '' NOT NULL,
	"country" varchar(100) DEFAULT '' NOT NULL,
	"stage" varchar(100) DEFAULT '' NOT NULL,
	"custodian" varchar(200) DEFAULT '' NOT NULL,
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
	CONSTRAINT "subscriptions_units_of_amount" CHECK ("subscriptions"."units" = trunc("subscriptions"."amount" / "subscriptions"."unit_price", 6)),
	CONSTRAINT "subscriptions_paid_by_deposit" CHECK (("subscriptions"."transaction_id" is not null) = ("subscriptions"."state" in ('funded', 'allotted'))),
	CONSTRAINT "subscriptions_due_when_approved" CHECK ("subscriptions"."state" <> 'approved' or "subscriptions"."payment_due_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_account" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_distribution_id_distributions_id_fk" FOREIGN KEY ("distribution_id") REFERENCES "public"."distributions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_lines" ADD CONSTRAINT "distribution_lines_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_movement_id_register_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."register_movements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_heads" ADD CONSTRAINT "register_heads_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_reverses_register_movements_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."register_movements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_movements" ADD CONSTRAINT "register_movements_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_attestations" ADD CONSTRAINT "series_attestations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_attestations" ADD CONSTRAINT "series_attestations_entered_by_admins_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_document_versions" ADD CONSTRAINT "series_document_versions_document_id_series_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."series_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_document_versions" ADD CONSTRAINT "series_document_versions_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_documents" ADD CONSTRAINT "series_documents_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_valuations" ADD CONSTRAINT "series_valuations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_valuations" ADD CONSTRAINT "series_valuations_entered_by_admins_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_acknowledgements" ADD CONSTRAINT "subscription_acknowledgements_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_acknowledgements" ADD CONSTRAINT "subscription_acknowledgements_version_id_series_document_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."series_document_versions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_steps" ADD CONSTRAINT "subscription_steps_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_steps" ADD CONSTRAINT "subscription_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_lines_transaction_unique" ON "distribution_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "distribution_lines_of_user" ON "distribution_lines" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "distributions_of_token" ON "distributions" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "distributions_of_admin" ON "distributions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "holdings_of_user" ON "holdings" USING btree ("user_id","token_id");--> statement-breakpoint
CREATE INDEX "holdings_largest" ON "holdings" USING btree ("token_id","units" DESC NULLS FIRST,"user_id") WHERE "holdings"."units" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "offerings_one_not_closed" ON "offerings" USING btree ("token_id") WHERE "offerings"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "offerings_of_token" ON "offerings" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "register_entries_of_holder" ON "register_entries" USING btree ("user_id","token_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "register_movements_of_token" ON "register_movements" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "register_movements_of_admin" ON "register_movements" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "register_movements_reverses_unique" ON "register_movements" USING btree ("reverses");--> statement-breakpoint
CREATE UNIQUE INDEX "register_movements_subscription_unique" ON "register_movements" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "series_attestations_binding" ON "series_attestations" USING btree ("token_id","as_of" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "series_attestations_of_admin" ON "series_attestations" USING btree ("entered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "series_attestations_filename_unique" ON "series_attestations" USING btree ("filename");--> statement-breakpoint
CREATE UNIQUE INDEX "series_document_versions_number_unique" ON "series_document_versions" USING btree ("document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "series_document_versions_filename_unique" ON "series_document_versions" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "series_document_versions_of_admin" ON "series_document_versions" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "series_documents_of_token" ON "series_documents" USING btree ("token_id","id");--> statement-breakpoint
CREATE INDEX "series_valuations_current" ON "series_valuations" USING btree ("token_id","as_of" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "series_valuations_of_admin" ON "series_valuations" USING btree ("entered_by");--> statement-breakpoint
CREATE INDEX "subscription_steps_of_subscription" ON "subscription_steps" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "subscription_steps_of_admin" ON "subscription_steps" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_of_offering" ON "subscriptions" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "subscriptions_open_of_token" ON "subscriptions" USING btree ("token_id") WHERE "subscriptions"."state" in ('submitted', 'in_review', 'approved', 'funded');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_deposit_unique" ON "subscriptions" USING btree ("transaction_id");