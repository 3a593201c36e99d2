import { session as endpoints } from '#contract/identity/session'
import { investorSession } from '#core/session/session'
import { createUnauthenticatedError } from './error-messages.ts'
import { createUpload } from './internal/upload.ts'
import { callInvestor } from './investor-api.ts'

/** Uploads a file to an endpoint as the signed-in investor; see `createUpload`. */
export const uploadAsInvestor = createUpload({
  currentHeaders: async () => {
    const { csrf_token } = await callInvestor(endpoints.csrfToken)
    const session = investorSession.read()
    if (!session) throw createUnauthenticatedError('unauthenticated', 'Authentication required')
    return { authorization: `Bearer ${session.token}`, 'x-csrf-token': csrf_token }
  },
})
