import type { Client } from './session-store.ts'

/** The client behind a call, as stored with sessions and sign-in records. */
export const getClient = ({ address, request }: { address: string; request: Request }): Client => ({
  address,
  userAgent: request.headers.get('user-agent') ?? '',
})
