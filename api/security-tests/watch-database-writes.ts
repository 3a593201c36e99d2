/** Watches every written row, so that a test can check that a rejected call stored nothing. */
import type { TestApp } from '#testing/test-app'

/** Counters and records of attempts, which rejected calls may write. */
const TABLES_OF_DENIED_CALLS = ['rate_limits', 'lockouts', 'login_records', 'audit_head']

/** Written in the background, independent of the caller. */
const TABLES_OF_BACKGROUND = ['audit_checks', 'feed_leases', 'screenings']

/** Audit log entries of denied callers, and of the end of a check, which continues in the background. */
const ACTIONS_OF_DENIED_CALLS = ['access.refused', 'access.refusals', 'session.refused', 'audit.checked']

/** Rows to ignore in some tables: notification emails are written in the background, independent of the caller. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  audit_log: [
    `insert on audit_log for each row when (new.action <> all ('{${ACTIONS_OF_DENIED_CALLS.join(',')}}'))`,
  ],
  outbox: [
    `insert on outbox for each row when (new.kind not in ('notification', 'digest'))`,
    'update or delete on outbox for each row',
  ],
  notifications: [
    'insert or delete on notifications for each row',
    'update on notifications for each row when (old.email is not distinct from new.email)',
  ],
}

export interface WriteObserver {
  /** Rows written since the last call, such as `INSERT transactions`, without rolled back ones. */
  take(): Promise<string[]>
}

/**
 * Watches all tables of a test database with triggers, which are part of the writing transaction. Ignores call
 * counters, records of denied calls, and everything written in the background.
 */
export async function observeWrites({ sql }: Pick<TestApp, 'sql'>): Promise<WriteObserver> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  await sql.unsafe(`
    create schema watch;
    create table watch.writes (what text not null);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watch.writes values (tg_op || ' ' || tg_table_name);
      return null;
    end $$`)
  for (const { name } of tables) {
    if (TABLES_OF_DENIED_CALLS.includes(name) || TABLES_OF_BACKGROUND.includes(name)) continue
    const rules = RULES[name] ?? [`insert or update or delete on "${name}" for each row`]
    for (const [at, rule] of rules.entries())
      await sql.unsafe(`create trigger watch_${at} after ${rule} execute function watch.note()`)
  }
  return {
    async take() {
      const rows = await sql<{ what: string }[]>`delete from watch.writes returning what`
      return [...new Set(rows.map(({ what }) => what))].sort()
    },
  }
}
