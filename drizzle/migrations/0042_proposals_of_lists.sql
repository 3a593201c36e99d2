ALTER TABLE "approvals" ADD COLUMN "list_changes" jsonb;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD COLUMN "approval_id" integer;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD CONSTRAINT "screening_lists_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Until now both had the time of one transaction, and were found by it.
UPDATE "screening_lists" SET "approval_id" = (
  SELECT "id" FROM "approvals"
  WHERE "action" = 'screening.upload_list' AND "state" = 'approved' AND "decided_at" = "uploaded_at" LIMIT 1);
