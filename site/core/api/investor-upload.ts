import { profile } from '#contract/profile'
import { investorSession } from '#core/session/session'
import { unsignedError } from './failures.ts'
import { createUpload } from './internal/upload.ts'
import { callInvestor } from './investor-api.ts'

/** Uploads a file to an endpoint as the signed-in investor; see `createUpload`. */
export const uploadAsInvestor = createUpload({
  currentToken: async () => {
    await callInvestor(profile.read)
    const session = investorSession.read()
    if (!session) throw unsignedError('unauthenticated', 'Authentication required')
    return session.token
  },
})
