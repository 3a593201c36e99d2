import type { Endpoint } from '#contract/endpoint'
import { administrators } from '#contract/identity/admin-account'
import type { ResponseBody } from '#contract/request-url'
import { getAdminPath } from '#core/session/admin-path'
import { adminSession } from '#core/session/admin-session'
import { callAdminApi } from './admin-api.ts'
import { throwIfApprovalRequested } from './approval-requests.ts'
import { createUnauthenticatedError } from './error-messages.ts'
import { createUpload, type UploadOptions } from './internal/upload.ts'

const upload = createUpload({
  currentHeaders: async () => {
    await callAdminApi(administrators.getProfile)
    const session = adminSession.read()
    if (!session) throw createUnauthenticatedError('unauthenticated', 'Authentication required')
    return { authorization: `Bearer ${session.token}` }
  },
  params: () => ({ admin_path: getAdminPath() }),
})

/**
 * Uploads a file to an endpoint as the signed-in administrator; see `createUpload`. The upload may become an approval
 * request.
 */
export const uploadAsAdmin = <E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<ResponseBody<E>> => throwIfApprovalRequested(endpoint, upload(endpoint, file, options))
