import { actorOf } from '#common/actor'
import { adminRegister } from '#contract/admin-register'
import { holdings } from '#contract/holdings'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { issueFile } from '#modules/proof/issued-files'
import { codeOf } from '#shared/series-code'
import { exportRegister, readRegister } from './cap-table.ts'
import { writeCertificate } from './certificate.ts'
import { enterMovement } from './desk.ts'
import { distribute, listDistributions } from './distributions.ts'
import { payHeldBack } from './held-back.ts'
import { readHolding } from './holding.ts'
import { readHoldings } from './holdings.ts'
import { exportMovements, listMovements } from './movement-list.ts'
import { exportRegisters, listRegisters } from './register-list.ts'
import { reverseDistribution } from './reversals.ts'
import { previewCorrection, previewReversal } from './undoing.ts'

/** An investor's holdings. */
export const registerRoutes = () => [
  serve(holdings.list, ({ caller }) => readHoldings(caller.id)),
  serve(holdings.read, ({ caller, params }) => readHolding(caller.id, params.symbol)),
  serveExport(
    holdings.certificate,
    ({ params }) => `certificate-${codeOf(params.symbol)}`,
    ({ caller, params }) => issueFile(writeCertificate(caller.id, params.symbol)),
  ),
]

/** The register of holders. */
export const registerAdmin = () => [
  serve(adminRegister.list, ({ query }) => listRegisters(query)),
  serveExport(adminRegister.exportList, 'registers', ({ query }) => exportRegisters(query)),
  serve(adminRegister.read, ({ params, query }) => readRegister(params.symbol, query)),
  serveExport(adminRegister.exportCsv, 'register', ({ params, query }) =>
    exportRegister(params.symbol, query),
  ),
  serveExport(adminRegister.exportMovements, 'register-entries', ({ params, query }) =>
    exportMovements(params.symbol, query),
  ),
  serve(adminRegister.movements, ({ params, query }) => listMovements(params.symbol, query)),
  serve(adminRegister.move, async (call) => ({
    movement: await enterMovement(call.params.symbol, call.body, actorOf(call)),
  })),
  serve(adminRegister.correction, ({ params }) => previewCorrection(params.symbol, params.id)),
  serve(adminRegister.reversal, ({ params }) => previewReversal(params.symbol, params.id)),
  serve(adminRegister.distributions, ({ params }) => listDistributions(params.symbol)),
  serve(adminRegister.reverse, async (call) => ({
    distribution: await reverseDistribution(call.params.symbol, call.params.id, call.body, actorOf(call)),
  })),
  serve(adminRegister.payHeldBack, async (call) => ({
    distribution: await payHeldBack(call.params.symbol, call.params.id, call.body, actorOf(call)),
  })),
  serve(adminRegister.distribute, (call) => distribute(call.params.symbol, call.body, actorOf(call))),
]
