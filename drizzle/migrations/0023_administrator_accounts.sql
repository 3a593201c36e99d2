DROP INDEX "admins_email_unique";--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_unique" ON "admins" USING btree (lower("email")) WHERE "admins"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_deleted_not_active" CHECK ("admins"."deleted_at" is null or not "admins"."is_active");--> statement-breakpoint
-- What the list of administrators shows. A sign-in only writes its time, which is not among these columns.
create trigger announce_to_panel
  after insert or delete or update of username, email, roles, is_active, deleted_at on admins
  for each statement execute function announce_panel_change('administrators');
