import { accountClosure, accountExport } from '#contract/account-data'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { createInvestorQuery } from '#core/query/investor-query'
import { refreshOwnUser } from '#core/query/own-email'

const explain = (error: unknown) => explainRejection(error, 'An error occurred. Please try again.')

/** How far the export is. */
export const { $view: $export, refresh: refreshExport } = createInvestorQuery(
  ['export'],
  async () => (await callInvestor(accountExport.read)).export,
  { revalidateOnFocus: true },
)

/** Begins an export. */
export const createExportForm = () =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      await callInvestor(accountExport.request, { body: {} })
      await refreshExport()
    },
  })

/** The closing that waits or was stopped, and how long one waits. */
export const { $view: $closure, refresh: refreshClosure } = createInvestorQuery(
  ['closure'],
  () => callInvestor(accountClosure.read),
  { revalidateOnFocus: true },
)

/** Also the strip above all pages follows. */
const refreshAll = () => Promise.all([refreshClosure(), refreshOwnUser()])

/** Begins to close the account. */
export const createClosureForm = () =>
  createForm({
    initial: { current_password: '' },
    check: ({ current_password }) =>
      current_password === ''
        ? { message: 'Enter your password', fieldErrors: { current_password: '' } }
        : undefined,
    explain,
    save: async (body) => {
      // Another tab may have been first: what is true now is shown either way.
      await callInvestor(accountClosure.request, { body }).finally(refreshAll)
    },
  })

/** Keeps the account open. */
export const createKeepForm = () =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      // Another tab may have been first: what is true now is shown either way.
      await callInvestor(accountClosure.cancel).finally(refreshAll)
    },
  })
