ALTER TABLE "account_links" ADD COLUMN "event" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "event_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "event_device" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "event_place" varchar(500) DEFAULT '' NOT NULL;