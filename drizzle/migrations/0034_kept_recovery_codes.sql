ALTER TABLE "recovery_codes" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
-- Those from before were shown when nobody was asked to say so.
UPDATE "recovery_codes" SET "acknowledged_at" = "created_at";
