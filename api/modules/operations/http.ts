import { operations } from '#contract/operations'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
import { describeApi } from './http-openapi.ts'
import { referencePage } from './http-reference.ts'
import { readReadiness } from './service.ts'

interface OperationsOptions {
  /** URL of the script that renders the reference. */
  referenceScript: string | undefined
}

/** Liveness, readiness, and the description of the API with its reference. */
export const operationsRoutes = ({ referenceScript }: OperationsOptions) => [
  serve(operations.health, () => ({ status: 'ok' as const })),
  serve(operations.ready, readReadiness),
  serveCached(operations.openapi, () => JSON.stringify(describeApi()), { freshFor: 86_400_000 }),
  serve(operations.reference, ({ requestId }) => referencePage(referenceScript, requestId)),
]
