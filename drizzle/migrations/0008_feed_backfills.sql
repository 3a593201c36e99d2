CREATE TABLE "feed_backfills" (
	"asset_id" integer NOT NULL,
	"source" varchar(100) NOT NULL,
	"resolution" integer NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_backfills_asset_id_source_resolution_pk" PRIMARY KEY("asset_id","source","resolution")
);
--> statement-breakpoint
ALTER TABLE "feed_backfills" ADD CONSTRAINT "feed_backfills_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;