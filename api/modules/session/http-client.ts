import type { Client } from './session-store.ts'

/** The client behind a call, as sessions and records of sign-ins keep it. */
export const clientOf = ({ address, request }: { address: string; request: Request }): Client => ({
  address,
  userAgent: request.headers.get('user-agent') ?? '',
})
