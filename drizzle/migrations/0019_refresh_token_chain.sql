ALTER TABLE "sessions" ADD COLUMN "previous_token_hash" varchar(255);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "exchanged_at" timestamp (3) with time zone;