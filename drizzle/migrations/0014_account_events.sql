CREATE TABLE "account_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"detail" varchar(200) DEFAULT '' NOT NULL,
	"ip_address" varchar(64) DEFAULT '' NOT NULL,
	"user_agent" varchar(600) DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_events_kind_known" CHECK ("account_events"."kind" in ('session_ended', 'password_changed', 'email_changed', 'factor_added', 'factor_removed', 'statement_downloaded', 'export_made'))
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_of_user" ON "account_events" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "account_events_by_age" ON "account_events" USING btree ("at");