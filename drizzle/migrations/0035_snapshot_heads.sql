ALTER TABLE "proof_snapshots" ADD COLUMN "opened_audit_head" text;--> statement-breakpoint
ALTER TABLE "proof_snapshots" ADD COLUMN "opened_register_heads" jsonb DEFAULT '{}'::jsonb NOT NULL;