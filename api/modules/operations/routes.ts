import { adminOperations, operations } from '#contract/operations/operations'
import { serveCached } from '#http/cache/serve-cached'
import { sendPrivateJson } from '#http/pipeline/responses'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { type ReferenceFiles, renderReferencePage } from './api-reference-response.ts'
import { buildOpenApiDocument } from './openapi-response.ts'
import { getReadiness } from './readiness.ts'

interface OperationsOptions {
  /** Files of the built site that draw the reference. */
  referenceFiles: ReferenceFiles | undefined
}

/** Liveness, readiness, and the description of the API with its reference. */
export const operationsRoutes = ({ referenceFiles }: OperationsOptions) => [
  serveEndpoint(operations.health, () => ({ status: 'ok' as const })),
  serveEndpoint(operations.ready, getReadiness),
  serveCached(operations.openapi, () => JSON.stringify(buildOpenApiDocument('public')), {
    maxAgeMs: 86_400_000,
  }),
  serveEndpoint(operations.reference, ({ requestId }) => renderReferencePage(referenceFiles, requestId)),
]

/** The description of the panel's calls. */
export const operationsAdmin = () => [
  serveEndpoint(adminOperations.openapi, ({ requestId, request }) =>
    sendPrivateJson(buildOpenApiDocument('panel'), { status: 200, requestId, request }),
  ),
]
