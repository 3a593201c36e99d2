import { toActor } from '#common/audit-actor'
import { adminRegister } from '#contract/holdings/admin-register'
import { holdings } from '#contract/holdings/holdings'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { signIssuedFile } from '#modules/holdings/proof/sign-issued-file'
import { toSeriesCode } from '#shared/series-code'
import { exportHolders, listHolders } from './cap-table.ts'
import { createCertificatePdf } from './certificate.ts'
import { previewCorrection, previewReversal } from './correction-preview.ts'
import { reverseDistribution } from './distribution-reversals.ts'
import { bookDistribution, listDistributions } from './distributions.ts'
import { getHolding } from './investor-holding.ts'
import { listHoldings } from './investor-holdings.ts'
import { exportMovements, listMovements } from './movement-list.ts'
import { recordMovement } from './record-movement.ts'
import { exportRegisters, listRegisters } from './register-list.ts'
import { payWithheld } from './withheld-payments.ts'

/** An investor's holdings. */
export const registerRoutes = () => [
  serveEndpoint(holdings.list, ({ caller }) => listHoldings(caller.id)),
  serveEndpoint(holdings.get, ({ caller, params }) => getHolding(caller.id, params.symbol)),
  serveExport(
    holdings.certificate,
    ({ params }) => `certificate-${toSeriesCode(params.symbol)}`,
    ({ caller, params }) => signIssuedFile(createCertificatePdf(caller.id, params.symbol)),
  ),
]

/** The register of holders. */
export const registerAdmin = () => [
  serveEndpoint(adminRegister.listRegisters, ({ query }) => listRegisters(query)),
  serveExport(adminRegister.exportRegisters, 'registers', ({ query }) => exportRegisters(query)),
  serveEndpoint(adminRegister.listHolders, ({ params, query }) => listHolders(params.symbol, query)),
  serveExport(adminRegister.exportHolders, 'register', ({ params, query }) =>
    exportHolders(params.symbol, query),
  ),
  serveExport(adminRegister.exportMovements, 'register-entries', ({ params, query }) =>
    exportMovements(params.symbol, query),
  ),
  serveEndpoint(adminRegister.listMovements, ({ params, query }) => listMovements(params.symbol, query)),
  serveEndpoint(adminRegister.createMovement, async (call) => ({
    movement: await recordMovement(call.params.symbol, call.body, toActor(call)),
  })),
  serveEndpoint(adminRegister.correction, ({ params }) => previewCorrection(params.symbol, params.id)),
  serveEndpoint(adminRegister.reversal, ({ params }) => previewReversal(params.symbol, params.id)),
  serveEndpoint(adminRegister.listDistributions, ({ params }) => listDistributions(params.symbol)),
  serveEndpoint(adminRegister.reverseDistribution, async (call) => ({
    distribution: await reverseDistribution(call.params.symbol, call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminRegister.payHeldBack, async (call) => ({
    distribution: await payWithheld(call.params.symbol, call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminRegister.bookDistribution, (call) =>
    bookDistribution(call.params.symbol, call.body, toActor(call)),
  ),
]
