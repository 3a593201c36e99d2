import { actorOf } from '#common/actor'
import { adminSeries } from '#contract/admin-series'
import { series } from '#contract/series'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
import { serveUpload } from '#http/upload/serve-upload'
import { addDocument, addVersion, updateDocument } from './documents.ts'
import { createOffering, discardOffering, listOpenOfferings, updateOffering } from './offerings.ts'
import { addAttestation, addValuation } from './records.ts'
import { readPublicSeries, readPublicValuations, readSeries, updateFacts } from './service.ts'

/** Time opens and closes offerings: made again after this many milliseconds, and at once when something changes. */
const cached = { freshFor: 2_000, madeOf: ['series', 'tokens'] } as const

const done = { success: true } as const

/** The public figures of a series. */
export const seriesRoutes = () => [
  serveCached(series.offerings, async () => ({ offerings: await listOpenOfferings() }), cached),
  serveCached(series.read, ({ symbol }) => readPublicSeries(symbol), cached),
  serveCached(series.valuations, ({ symbol }) => readPublicValuations(symbol), cached),
]

/** Series, offerings, valuations, attestations and documents, as administrators keep them. */
export const seriesAdmin = () => [
  serve(adminSeries.read, ({ params }) => readSeries(params.symbol)),
  serve(adminSeries.update, (call) => updateFacts(call.params.symbol, call.body, actorOf(call))),
  serve(adminSeries.addOffering, async (call) => ({
    offering: await createOffering(call.params.symbol, call.body, actorOf(call)),
  })),
  serve(adminSeries.updateOffering, async (call) => ({
    offering: await updateOffering(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminSeries.discardOffering, async (call) => {
    await discardOffering(call.params.id, actorOf(call))
    return done
  }),
  serve(adminSeries.addValuation, async (call) => ({
    ...(await addValuation(call.params.symbol, call.body, actorOf(call))),
  })),
  serveUpload(adminSeries.addAttestation, async (call, file) => ({
    attestation: await addAttestation(call.params.symbol, call.body, file, actorOf(call)),
  })),
  serveUpload(adminSeries.addDocument, async (call, file) => ({
    document: await addDocument(call.params.symbol, call.body, file, actorOf(call)),
  })),
  serve(adminSeries.updateDocument, async (call) => ({
    document: await updateDocument(call.params.id, call.body, actorOf(call)),
  })),
  serveUpload(adminSeries.addVersion, async (call, file) => ({
    document: await addVersion(call.params.id, file, actorOf(call)),
  })),
]
