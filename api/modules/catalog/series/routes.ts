import { toActor } from '#common/audit-actor'
import { adminSeries } from '#contract/catalog/admin-series'
import { series } from '#contract/catalog/series'
import { serveCached } from '#http/cache/serve-cached'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { serveUpload } from '#http/upload/serve-upload'
import { addDocument, addVersion, updateDocument } from './documents.ts'
import { createOffering, deleteDraftOffering, listOpenOfferings, updateOffering } from './offerings.ts'
import { getPublicSeries, getSeries, listPublicValuations, updateKeyFacts } from './series-service.ts'
import { addAttestation, addValuation } from './valuations-and-attestations.ts'

/** Offerings open and close over time: rebuilt after this many milliseconds, and immediately after a change. */
const cached = { maxAgeMs: 2_000, cacheTopic: ['series', 'tokens'] } as const

const done = { success: true } as const

/** The public figures of a series. */
export const seriesRoutes = () => [
  serveCached(series.listOpenOfferings, async () => ({ offerings: await listOpenOfferings() }), cached),
  serveCached(series.get, ({ symbol }) => getPublicSeries(symbol), cached),
  serveCached(series.listValuations, ({ symbol }) => listPublicValuations(symbol), cached),
]

/** Series, offerings, valuations, attestations and documents, as administrators manage them. */
export const seriesAdmin = () => [
  serveEndpoint(adminSeries.get, ({ params }) => getSeries(params.symbol)),
  serveEndpoint(adminSeries.update, (call) => updateKeyFacts(call.params.symbol, call.body, toActor(call))),
  serveEndpoint(adminSeries.addOffering, async (call) => ({
    offering: await createOffering(call.params.symbol, call.body, toActor(call)),
  })),
  serveEndpoint(adminSeries.updateOffering, async (call) => ({
    offering: await updateOffering(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminSeries.deleteDraftOffering, async (call) => {
    await deleteDraftOffering(call.params.id, toActor(call))
    return done
  }),
  serveEndpoint(adminSeries.addValuation, async (call) => ({
    ...(await addValuation(call.params.symbol, call.body, toActor(call))),
  })),
  serveUpload(adminSeries.addAttestation, async (call, file) => ({
    attestation: await addAttestation(call.params.symbol, call.body, file, toActor(call)),
  })),
  serveUpload(adminSeries.addDocument, async (call, file) => ({
    document: await addDocument(call.params.symbol, call.body, file, toActor(call)),
  })),
  serveEndpoint(adminSeries.updateDocument, async (call) => ({
    document: await updateDocument(call.params.id, call.body, toActor(call)),
  })),
  serveUpload(adminSeries.addDocumentVersion, async (call, file) => ({
    document: await addVersion(call.params.id, file, toActor(call)),
  })),
]
