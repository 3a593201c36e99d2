import { actorOf } from '#common/actor'
import { adminScreening } from '#contract/admin-screening'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { serveUpload } from '#http/upload/serve-upload'
import { replaceList } from './lists.ts'
import { decideHit, exportHits, listHits } from './service.ts'

/** Screening of investors, for those who decide whom to let in. */
export const screeningAdmin = () => [
  serve(adminScreening.hits, ({ query }) => listHits(query)),
  serveExport(adminScreening.exportCsv, 'screening-hits', ({ query }) => exportHits(query)),
  serve(adminScreening.decide, async (call) => ({
    hit: await decideHit(call.params.id, call.body, actorOf(call)),
  })),
  serveUpload(adminScreening.upload, async (call, file) => ({
    screening: await replaceList(file, actorOf(call)),
  })),
]
