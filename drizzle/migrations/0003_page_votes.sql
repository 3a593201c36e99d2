CREATE TABLE "page_votes" (
	"slug" varchar(100) NOT NULL,
	"reader_hash" char(43) NOT NULL,
	"helpful" boolean NOT NULL,
	"voted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_votes_slug_reader_hash_pk" PRIMARY KEY("slug","reader_hash")
);
