/** The application with dual approval, and two administrators: one proposes changes, the other approves them. */
import { expect } from 'vitest'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from './testing.ts'

export type SignedInAdmin = Awaited<ReturnType<TestApp['signInAdmin']>>

/** Calls of administrators, below the path of the panel. */
export const panelCalls =
  (app: TestApp) =>
  (who: SignedInAdmin, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.call(method, `${app.adm}${path}`, { headers: { ...who.headers, ...headers }, body })

/** Starts the application with dual approval and signs two administrators in, owners unless `approver` says otherwise. */
export async function startApprovalTest({ approver = 'owner' }: { approver?: AdminRole } = {}) {
  const app = await startTestApp({ FOUR_EYES: 'on' })
  const first = await app.signInAdmin()
  const second = await app.signInAdmin({ roles: [approver] })
  const call = panelCalls(app)

  /** Makes a call that needs approval as the first administrator; returns the id of the proposal. */
  async function propose(method: string, path: string, body: object = {}): Promise<number> {
    const proposed = await call(first, method, path, { reason: 'Checked with the bank', ...body })
    expect(proposed.status, proposed.text).toBe(202)
    return proposed.body.approval.id
  }

  /** Approves a proposal as the second administrator. */
  const approve = (id: number) => call(second, 'PUT', `/approvals/${id}`, { action: 'approve' })

  /** Proposes and approves; returns the response of the write. */
  async function byTwo(method: string, path: string, body?: object) {
    const approved = await approve(await propose(method, path, body))
    expect(approved.status, approved.text).toBe(200)
    return approved.body.result
  }

  return { app, first, second, call, propose, approve, byTwo }
}
