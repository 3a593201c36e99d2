/**
 * Checks of the whole chain, requested by administrators. One runs at a time across all servers, in the background: it
 * takes turns with requests, and stores its progress and findings. Start and result are entries of the log.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import type { AuditCheck } from '#contract/platform/audit'
import { verifyAuditLog } from '#db/audit-chain'
import { afterCommit, database, inTransaction, slowQueryDatabase } from '#db/connection'
import { admins } from '#db/schema/identity/accounts'
import { auditChecks, auditHead } from '#db/schema/platform/audit'
import { recordAudit, systemActor } from './audit-log.ts'

/** Seconds without progress after which a check's server is considered gone. */
const SILENCE_SECONDS = 60
/** Milliseconds between two writes of the progress. */
const PROGRESS_MS = 1_000

class Stopped extends Error {}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Starts verifying under the id of a stored check. */
    auditChecks: { run: (id: number) => void }
  }
}

/** Prepares this process's checks with the seal keys. Returns a handle that stops a running one. */
export function startAuditCheckService(keys: readonly string[], log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  let isClosed = false

  async function verify(id: number): Promise<void> {
    let [turn, written] = [performance.now(), 0]
    const report = await verifyAuditLog(slowQueryDatabase(), {
      keys,
      onBatch: async (checked, entries) => {
        if (isClosed) throw new Stopped('The server stops')
        if (performance.now() - written > PROGRESS_MS) {
          written = performance.now()
          await database()
            .update(auditChecks)
            .set({ checked, last_id: entries, seen_at: sql`now()` })
            .where(and(eq(auditChecks.id, id), eq(auditChecks.state, 'running')))
        }
        // The pause is as long as the batch took, so that requests have half of the time.
        await pause(Math.min(50, performance.now() - turn))
        turn = performance.now()
      },
    })
    await finish(id, {
      state: report.brokenAt === undefined ? 'unbroken' : 'broken',
      checked: report.entries,
      broken_at: report.brokenAt ?? null,
      sealed_from: report.sealedFrom ?? null,
    })
  }

  provideServices({
    auditChecks: {
      run(id) {
        running = verify(id)
          .catch(async (error: unknown) => {
            if (!(error instanceof Stopped)) log.error({ err: error }, 'the audit log could not be checked')
            await finish(id, { state: 'failed' })
          })
          .catch((err: unknown) => log.error({ err }, 'the end of a check of the audit log was not stored'))
      },
    },
  })
  return {
    async close() {
      isClosed = true
      await running
    },
  }
}

type Result = Partial<typeof auditChecks.$inferInsert> & { state: 'unbroken' | 'broken' | 'failed' }

/** Stores and records how a check ended. */
const finish = (id: number, result: Result): Promise<void> =>
  inTransaction(async () => {
    const [row] = await database()
      .update(auditChecks)
      .set({ ...result, finished_at: sql`now()` })
      .where(and(eq(auditChecks.id, id), eq(auditChecks.state, 'running')))
      .returning()
    if (!row) return
    const { state, last_id, checked, broken_at, sealed_from } = row
    await recordAudit(systemActor, {
      action: 'audit.checked',
      entity: 'audit_log',
      after: { check: id, state, last_id, checked, broken_at, sealed_from },
      name: 'server',
    })
  })

type Row = typeof auditChecks.$inferSelect & { username: string | null }

const toCheck = ({ admin_id, username, ...row }: Row): AuditCheck => ({
  id: row.id,
  state: row.state,
  by: { id: admin_id, username: username ?? '' },
  entries: row.last_id,
  checked: row.checked,
  broken_at: row.broken_at,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

async function readCheck(isRunning: boolean): Promise<AuditCheck | null> {
  const [row] = await database()
    .select({ check: auditChecks, username: admins.username })
    .from(auditChecks)
    .leftJoin(admins, eq(admins.id, auditChecks.admin_id))
    .where(isRunning ? eq(auditChecks.state, 'running') : ne(auditChecks.state, 'running'))
    .orderBy(desc(auditChecks.id))
    .limit(1)
  return row ? toCheck({ ...row.check, username: row.username }) : null
}

/** The running check, and the last one that has ended. */
export async function getAuditChecks() {
  return { running: await readCheck(true), last: await readCheck(false) }
}

/** Starts a check after the commit, unless one is running, which is then returned. */
export function startAuditCheck(actor: Actor): Promise<AuditCheck> {
  const { adminId } = actor
  if (adminId === undefined) throw new Error('A check is started by an administrator')
  return inTransaction(async () => {
    await database()
      .update(auditChecks)
      .set({ state: 'failed', finished_at: sql`now()` })
      .where(
        and(
          eq(auditChecks.state, 'running'),
          lt(auditChecks.seen_at, sql`now() - make_interval(secs => ${SILENCE_SECONDS})`),
        ),
      )
    const [head] = await database().select().from(auditHead)
    const [row] = await database()
      .insert(auditChecks)
      .values({ admin_id: adminId, last_id: head?.last_id ?? 0 })
      .onConflictDoNothing()
      .returning()
    if (row) {
      await recordAudit(actor, { action: 'audit.verify', entity: 'audit_log', after: { check: row.id } })
      const { run } = getService('auditChecks')
      afterCommit(() => run(row.id))
    }
    const running = await readCheck(true)
    // It ended between the two statements.
    const check = running ?? (await readCheck(false))
    if (!check) throw new Error('A check was neither started nor found')
    return check
  })
}
