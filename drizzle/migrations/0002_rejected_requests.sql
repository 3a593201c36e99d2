ALTER TABLE "portfolios" ADD COLUMN "rejected_symbol" varchar(20);--> statement-breakpoint
ALTER TABLE "portfolios" ADD COLUMN "rejected_at" timestamp (3) with time zone;