/**
 * Two paths with the same response: `/open` without access control, `/guarded` after the access token was checked.
 */
import { signAccessToken } from '#common/access-token'
import { createAccessGuard } from '#http/pipeline/access-guard'

const secret = 'only-for-benchmarks-0123456789abcdefghijk'
const guard = createAccessGuard(secret, { reasonOf: () => undefined })
const token = signAccessToken({ role: 'investor', id: 1, sessionId: crypto.randomUUID() }, secret)

Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch(request) {
    if (request.url.endsWith('/token')) return new Response(token)
    if (request.url.endsWith('/guarded')) guard.admit(request, 'investor')
    return new Response('ok')
  },
})
