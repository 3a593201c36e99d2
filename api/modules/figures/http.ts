import { figures } from '#contract/figures'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { exportFigure, readFigure, readReturns } from './service.ts'

/** An investor's figures with what they are computed from. */
export const figureRoutes = () => [
  serve(figures.read, ({ caller, params, query }) => readFigure(caller.id, params.name, query.period)),
  serveExport(
    figures.exportCsv,
    ({ params }) => `figure-${params.name.replace(/[^A-Za-z0-9._-]+/g, '-')}`,
    ({ caller, params, query }) => exportFigure(caller.id, params.name, query.period),
  ),
  serve(figures.returns, ({ caller, query }) => readReturns(caller.id, query)),
]
