import { administrators } from '#contract/administrators'
import type { ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { adminPath } from '#core/session/admin-path'
import { adminSession } from '#core/session/admin-session'
import { callAdmin } from './admin-api.ts'
import { unsignedError } from './failures.ts'
import { createUpload, type UploadOptions } from './internal/upload.ts'
import { orProposal } from './proposals.ts'

const upload = createUpload({
  currentHeaders: async () => {
    await callAdmin(administrators.profile)
    const session = adminSession.read()
    if (!session) throw unsignedError('unauthenticated', 'Authentication required')
    return { authorization: `Bearer ${session.token}` }
  },
  params: () => ({ admin_path: adminPath() }),
})

/** Uploads a file to an endpoint as the signed-in administrator; see `createUpload`. It may become a proposal. */
export const uploadAsAdmin = <E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<ResponseBody<E>> => orProposal(endpoint, upload(endpoint, file, options))
