import { figures } from '#contract/portfolio/figures'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { exportFigure, getFigure, getReturns } from './figure-service.ts'

/** An investor's figures with what they are computed from. */
export const figureRoutes = () => [
  serveEndpoint(figures.get, ({ caller, params, query }) => getFigure(caller.id, params.name, query.period)),
  serveExport(
    figures.exportCsv,
    ({ params }) => `figure-${params.name.replace(/[^A-Za-z0-9._-]+/g, '-')}`,
    ({ caller, params, query }) => exportFigure(caller.id, params.name, query.period),
  ),
  serveEndpoint(figures.listReturns, ({ caller, query }) => getReturns(caller.id, query)),
]
