import { toActor } from '#common/audit-actor'
import { adminScreening } from '#contract/compliance/admin-screening'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { serveUpload } from '#http/upload/serve-upload'
import { decideMatch, exportMatches, listMatches } from './screening-matches.ts'
import { replaceWatchlist } from './watchlists.ts'

/** Watchlist screening, for those who decide which investors to admit. */
export const screeningAdmin = () => [
  serveEndpoint(adminScreening.listMatches, ({ query }) => listMatches(query)),
  serveExport(adminScreening.exportCsv, 'screening-hits', ({ query }) => exportMatches(query)),
  serveEndpoint(adminScreening.decideMatch, async (call) => ({
    hit: await decideMatch(call.params.id, call.body, toActor(call)),
  })),
  serveUpload(adminScreening.uploadWatchlist, async (call, file) => ({
    screening: await replaceWatchlist(file, toActor(call)),
  })),
]
