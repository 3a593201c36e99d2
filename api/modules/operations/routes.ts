import { Elysia } from 'elysia'
import { operations } from '#contract/operations'
import { serve } from '#plugins/serve'
import { serveShared } from '#plugins/serve-shared'
import { describeApi } from './openapi.ts'
import { referencePage } from './reference.ts'
import { readReadiness } from './service.ts'

interface OperationsOptions {
  /** Address of the script that draws the reference. */
  referenceScript: string | undefined
}

/** Liveness, readiness, and the description of the API with its reference. */
export const operationsRoutes = ({ referenceScript }: OperationsOptions) =>
  new Elysia({ name: 'operations' })
    .use(serve(operations.health, () => ({ status: 'ok' as const })))
    .use(serve(operations.ready, readReadiness))
    .use(serveShared(operations.openapi, () => JSON.stringify(describeApi()), { freshFor: 86_400_000 }))
    .use(serve(operations.reference, ({ requestId }) => referencePage(referenceScript, requestId)))
