/** Audit log entries for tests. */
import type { AuditEntry } from '#contract/platform/audit'

/** An entry with these fields; the others belong to a verification of investor 42. */
export const createEntry = (part: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  created_at: '2026-11-22T10:00:00.000Z',
  admin_id: 1,
  admin_name: 'Anna',
  action: 'user.verify',
  entity: 'user',
  entity_id: '42',
  kind: 'change',
  subject: null,
  investors: [],
  before: null,
  after: null,
  ip_address: '192.0.2.1',
  request_id: 'r',
  hash: '',
  ...part,
})
