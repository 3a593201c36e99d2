/** The application with dual approval, and two administrators: one requests changes, the other approves them. */
import { expect } from 'vitest'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from './test-app.ts'

export type SignedInAdmin = Awaited<ReturnType<TestApp['signInAdmin']>>

/** Administrators' calls, below the panel's path. */
export const panelCalls =
  (app: TestApp) =>
  (who: SignedInAdmin, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.call(method, `${app.adm}${path}`, { headers: { ...who.headers, ...headers }, body })

/**
 * Starts the application with dual approval and signs in two administrators, owners unless `approver` says otherwise.
 */
export async function startApprovalTest({ approver = 'owner' }: { approver?: AdminRole } = {}) {
  const app = await startTestApp({ DUAL_APPROVAL: 'on' })
  const first = await app.signInAdmin()
  const second = await app.signInAdmin({ roles: [approver] })
  const call = panelCalls(app)

  /** Makes a call that needs approval as the first administrator; returns the id of the approval request. */
  async function propose(method: string, path: string, body: object = {}): Promise<number> {
    const proposed = await call(first, method, path, { reason: 'Checked with the bank', ...body })
    expect(proposed.status, proposed.text).toBe(202)
    return proposed.body.approval.id
  }

  /** Approves a request as the second administrator. */
  const approve = (id: number) => call(second, 'PUT', `/approvals/${id}`, { action: 'approve' })

  /** Requests and approves; returns the response of the write. */
  async function byTwo(method: string, path: string, body?: object) {
    const approved = await approve(await propose(method, path, body))
    expect(approved.status, approved.text).toBe(200)
    return approved.body.result
  }

  return { app, first, second, call, propose, approve, byTwo }
}
