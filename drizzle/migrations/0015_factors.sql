CREATE TABLE "challenges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"session_id" uuid,
	"token_hash" varchar(64),
	"passkey_challenge" varchar(100),
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "challenges_role_known" CHECK ("challenges"."role" in ('investor', 'admin')),
	CONSTRAINT "challenges_purpose_known" CHECK ("challenges"."purpose" in ('second_factor', 'passkey_sign_in', 'registration', 'step_up')),
	CONSTRAINT "challenges_owner_of_role" CHECK ("challenges"."user_id" is null or "challenges"."admin_id" is null)
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"kind" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"secret" varchar(200),
	"last_step" bigint DEFAULT 0 NOT NULL,
	"credential_id" varchar(1364),
	"public_key" text,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "factors_role_known" CHECK ("factors"."role" in ('investor', 'admin')),
	CONSTRAINT "factors_kind_known" CHECK ("factors"."kind" in ('passkey', 'totp')),
	CONSTRAINT "factors_one_owner" CHECK (("factors"."role" = 'investor' and "factors"."user_id" is not null and "factors"."admin_id" is null) or ("factors"."role" = 'admin' and "factors"."admin_id" is not null and "factors"."user_id" is null)),
	CONSTRAINT "factors_complete" CHECK (("factors"."kind" = 'totp' and "factors"."secret" is not null and "factors"."credential_id" is null) or ("factors"."kind" = 'passkey' and "factors"."secret" is null and "factors"."credential_id" is not null and "factors"."public_key" is not null and "factors"."confirmed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"position" smallint NOT NULL,
	"code_hash" varchar(255) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_role_known" CHECK ("recovery_codes"."role" in ('investor', 'admin')),
	CONSTRAINT "recovery_codes_one_owner" CHECK (("recovery_codes"."role" = 'investor' and "recovery_codes"."user_id" is not null and "recovery_codes"."admin_id" is null) or ("recovery_codes"."role" = 'admin' and "recovery_codes"."admin_id" is not null and "recovery_codes"."user_id" is null))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_token_hash_unique" ON "challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_passkey_challenge_unique" ON "challenges" USING btree ("passkey_challenge");--> statement-breakpoint
CREATE INDEX "challenges_of_user" ON "challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_of_admin" ON "challenges" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "challenges_of_session" ON "challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential_unique" ON "factors" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "factors_of_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factors_of_admin" ON "factors" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "factors_unconfirmed" ON "factors" USING btree ("created_at") WHERE "factors"."confirmed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_of_admin" ON "recovery_codes" USING btree ("admin_id","position");
--> statement-breakpoint

-- An account that was disabled, deleted or given another password answers no challenge that was made before.
create function end_challenges_of_account() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('delete from challenges where %I = $1', tg_argv[0]) using new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger end_challenges after update of is_active, deleted_at, password_hash on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_challenges_of_account('user_id');
--> statement-breakpoint
create trigger end_challenges after update of is_active, password_hash on admins for each row
  when ((old.is_active, old.password_hash) is distinct from (new.is_active, new.password_hash))
  execute function end_challenges_of_account('admin_id');
