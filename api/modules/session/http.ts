import { type RefreshBody, session } from '#contract/session'
import { serve } from '#http/pipeline/serve'
import { renewAdministrator } from '#modules/administrators/service'
import { clientOf } from './http-client.ts'
import { issueCsrfToken, refresh, register, signIn, signOut } from './service.ts'

/** An administrator's request carries the secret path: it refreshes only administrators' sessions. */
function renew(body: RefreshBody, address: string, request: Request) {
  const path = request.headers.get('x-admin-path')
  return path === null ? refresh(body) : renewAdministrator(body, { path, address })
}

/** Registration, sign-in, token refresh and sign-out of investors. */
export const sessionRoutes = () => [
  serve(session.register, (call) => register(call.body, clientOf(call))),
  serve(session.signIn, (call) => signIn(call.body, clientOf(call))),
  serve(session.refresh, ({ body, address, request }) => renew(body, address, request)),
  serve(session.signOut, async ({ request, body }) => {
    await signOut(request.headers.get('authorization'), body?.refresh_token)
    return { success: true as const }
  }),
  serve(session.csrfToken, ({ caller }) => ({ csrf_token: issueCsrfToken(caller?.sessionId) })),
]
