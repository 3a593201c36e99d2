/** Series open for subscription, with documents and subscription steps, for browser tests. */
import { expect, type Page } from '@playwright/test'
import type { Sql } from 'postgres'
import type { SignedInAdministrator } from './administrator.ts'
import { adminUrl } from './panel.ts'
import { dayFromNow, PDF } from './series-fixtures.ts'

/** A valuation of one unit, some days ago. */
export async function makeValuation(
  sql: Sql,
  token_id: number,
  daysAgo: number,
  preferred: string,
  inputs: readonly Record<'label' | 'value' | 'unit' | 'source' | 'as_of', string>[] = [],
): Promise<void> {
  await sql`insert into series_valuations ${sql({
    token_id,
    low: '1.00',
    preferred,
    high: '500.00',
    as_of: dayFromNow(-daysAgo),
    method: 'Discounted cash flow of the entitlement',
    inputs: sql.json([...inputs]),
  })}`
}

/** A PDF file with unique content, as a part of a form. */
const pdfFile = () => ({
  name: 'terms.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([PDF, Buffer.from(`% ${crypto.randomUUID()}\n`)]),
})

/** Stores a document of a series through the call of administrators; returns its id and that of its version. */
export async function addDocument(
  page: Page,
  administrator: SignedInAdministrator,
  symbol: string,
  { title = 'Terms of the series', must = true }: { title?: string; must?: boolean } = {},
): Promise<{ documentId: number; versionId: number }> {
  const { document } = await sendFile(page, administrator, `/series/${symbol}/documents`, {
    kind: 'offering-memorandum',
    title,
    must_acknowledge: String(must),
  })
  return { documentId: document.document_id, versionId: document.id }
}

/** Stores a further version of a document. */
export const addVersion = (page: Page, administrator: SignedInAdministrator, documentId: number) =>
  sendFile(page, administrator, `/series-documents/${documentId}/versions`, {})

async function sendFile(
  page: Page,
  { token }: SignedInAdministrator,
  path: string,
  fields: Record<string, string>,
): Promise<{ document: { id: number; document_id: number } }> {
  const response = await page.request.post(`/api/v1${adminUrl(path)}`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { ...fields, file: pdfFile() },
  })
  expect(response.status(), await response.text()).toBe(201)
  return response.json()
}

/** Takes a subscription to a state as an administrator; its deposit is booked on the way. */
export async function advanceSubscription(
  sql: Sql,
  administrator: SignedInAdministrator,
  id: number,
  state: 'in_review' | 'approved' | 'funded' | 'allotted',
): Promise<void> {
  const decide = async (body: object) => {
    const { subscription } = await administrator.call('GET', `/subscriptions/${id}`)
    return administrator.call('PUT', `/subscriptions/${id}`, { ...body, updated_at: subscription.updated_at })
  }
  await decide({ action: 'review' })
  if (state === 'in_review') return
  await decide({ action: 'approve' })
  if (state === 'approved') return
  const [paid] = await sql<{ id: number }[]>`
    insert into transactions (user_id, type, status, amount)
    select user_id, 'deposit', 'completed', amount from subscriptions where id = ${id} returning id`
  await decide({ action: 'fund', transaction_id: paid?.id })
  if (state === 'funded') return
  await decide({ action: 'allot' })
}
