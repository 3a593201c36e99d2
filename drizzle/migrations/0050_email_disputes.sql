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
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_of_admin_kind";--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_disputes" ADD CONSTRAINT "email_disputes_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_disputes_open_of_user" ON "email_disputes" USING btree ("user_id") WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_disputes_open_of_admin" ON "email_disputes" USING btree ("admin_id") WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE INDEX "email_disputes_open_former" ON "email_disputes" USING btree (lower("former_email")) WHERE "email_disputes"."decision" is null;--> statement-breakpoint
CREATE INDEX "email_disputes_of_user" ON "email_disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_disputes_of_admin" ON "email_disputes" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "email_disputes_decided_by" ON "email_disputes" USING btree ("decided_by");