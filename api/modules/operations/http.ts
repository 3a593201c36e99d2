import { adminOperations, operations } from '#contract/operations'
import { serveCached } from '#http/cache/serve-cached'
import { sendPrivate } from '#http/pipeline/responses'
import { serve } from '#http/pipeline/serve'
import { describeApi } from './http-openapi.ts'
import { type ReferenceFiles, referencePage } from './http-reference.ts'
import { readReadiness } from './service.ts'

interface OperationsOptions {
  /** Files of the built site that draw the reference. */
  referenceFiles: ReferenceFiles | undefined
}

/** Liveness, readiness, and the description of the API with its reference. */
export const operationsRoutes = ({ referenceFiles }: OperationsOptions) => [
  serve(operations.health, () => ({ status: 'ok' as const })),
  serve(operations.ready, readReadiness),
  serveCached(operations.openapi, () => JSON.stringify(describeApi('public')), { freshFor: 86_400_000 }),
  serve(operations.reference, ({ requestId }) => referencePage(referenceFiles, requestId)),
]

/** The description of the panel's calls. */
export const operationsAdmin = () => [
  serve(adminOperations.openapi, ({ requestId, request }) =>
    sendPrivate(describeApi('panel'), { status: 200, requestId, request }),
  ),
]
