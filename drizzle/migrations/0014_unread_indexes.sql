DROP INDEX "assets_by_symbol";--> statement-breakpoint
DROP INDEX "outbox_newest";