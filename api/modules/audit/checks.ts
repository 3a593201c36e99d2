/**
 * Checks of the whole chain that administrators ask for. One runs at a time on all servers, in the background: it takes
 * turns with requests, and stores how far it is and what it found. Start and result are entries of the log.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Logger } from '#common/log'
import { partOf, provide } from '#common/process-state'
import type { AuditCheck } from '#contract/audit'
import { verifyAuditLog } from '#db/audit-chain'
import { afterCommit, database, inTransaction, slowDatabase } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { auditChecks, auditHead } from '#db/schema/operations'
import { recordAudit, SYSTEM } from './service.ts'

/** Without progress for so many seconds, the server of a check is gone. */
const SILENCE_SECONDS = 60
/** Milliseconds between two writes of the progress. */
const PROGRESS_MS = 1_000

class Stopped extends Error {}

declare module '#common/process-state' {
  interface ProcessState {
    /** Begins to verify under the id of a stored check. */
    auditChecks: { run: (id: number) => void }
  }
}

/** Prepares the checks of this process, with the keys of the seals. Returns a handle that stops the one that runs. */
export function openAuditChecks(keys: readonly string[], log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  let isClosed = false

  async function verify(id: number): Promise<void> {
    let [turn, written] = [performance.now(), 0]
    const report = await verifyAuditLog(slowDatabase(), {
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
        // As long a pause as the batch took, so that requests have half of the time.
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

  provide({
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

/** Stores how a check ended, and records it. */
const finish = (id: number, result: Result): Promise<void> =>
  inTransaction(async () => {
    const [row] = await database()
      .update(auditChecks)
      .set({ ...result, finished_at: sql`now()` })
      .where(and(eq(auditChecks.id, id), eq(auditChecks.state, 'running')))
      .returning()
    if (!row) return
    const { state, last_id, checked, broken_at, sealed_from } = row
    await recordAudit(SYSTEM, {
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

/** The check that runs, and the last one that has ended. */
export async function readChecks() {
  return { running: await readCheck(true), last: await readCheck(false) }
}

/** Starts a check after the commit, unless one runs: that one is returned then. */
export function startCheck(actor: Actor): Promise<AuditCheck> {
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
      const { run } = partOf('auditChecks')
      afterCommit(() => run(row.id))
    }
    const running = await readCheck(true)
    // It ended between the two statements.
    const check = running ?? (await readCheck(false))
    if (!check) throw new Error('A check was neither started nor found')
    return check
  })
}
