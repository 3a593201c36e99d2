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
ALTER TABLE "users" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closing_obstacle" varchar(5000) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_exports_unfinished" ON "account_exports" USING btree ("requested_at") WHERE "account_exports"."state" = 'working';--> statement-breakpoint
CREATE INDEX "account_exports_expiry" ON "account_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_closing" ON "users" USING btree ("closes_at") WHERE "users"."closes_at" is not null;