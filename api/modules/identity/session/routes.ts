import { type RefreshBody, session } from '#contract/identity/session'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { refreshAdministratorSession } from '#modules/identity/administrators/administrator-session'
import { issueCsrfToken, refresh, register, signIn, signOut } from './investor-session.ts'
import { getClient } from './request-client.ts'

/** An administrator's request carries the secret path: it refreshes only administrators' sessions. */
function renew(body: RefreshBody, address: string, request: Request) {
  const path = request.headers.get('x-admin-path')
  return path === null ? refresh(body) : refreshAdministratorSession(body, { path, address })
}

/** Registration, sign-in, token refresh and sign-out of investors. */
export const sessionRoutes = () => [
  serveEndpoint(session.register, (call) => register(call.body, getClient(call))),
  serveEndpoint(session.signIn, (call) => signIn(call.body, getClient(call))),
  serveEndpoint(session.refresh, ({ body, address, request }) => renew(body, address, request)),
  serveEndpoint(session.signOut, async ({ request, body }) => {
    await signOut(request.headers.get('authorization'), body?.refresh_token)
    return { success: true as const }
  }),
  serveEndpoint(session.csrfToken, ({ caller }) => ({ csrf_token: issueCsrfToken(caller?.sessionId) })),
]
