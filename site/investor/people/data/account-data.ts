import { accountClosure, accountExport } from '#contract/people/account-export'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { refreshCurrentUser } from '#core/query/identity/account-email'
import { createInvestorQuery } from '#core/query/investor-query'

const explain = (error: unknown) => getServerErrorMessage(error, 'An error occurred. Please try again.')

/** The export's progress. */
export const { $view: $export, refresh: refreshExport } = createInvestorQuery(
  ['export'],
  async () => (await callInvestor(accountExport.get)).export,
  { revalidateOnFocus: true },
)

/** Starts an export. */
export const createExportForm = () =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      await callInvestor(accountExport.request, { body: {} })
      await refreshExport()
    },
  })

/** The pending or blocked closure, and the length of the waiting period. */
export const { $view: $closure, refresh: refreshClosure } = createInvestorQuery(
  ['closure'],
  () => callInvestor(accountClosure.get),
  { revalidateOnFocus: true },
)

/** The banner above all pages is updated too. */
const refreshAll = () => Promise.all([refreshClosure(), refreshCurrentUser()])

/** Requests the closure of the account. */
export const createClosureForm = () =>
  createForm({
    initial: { current_password: '' },
    check: ({ current_password }) =>
      current_password === ''
        ? { message: 'Enter your password', fieldErrors: { current_password: '' } }
        : undefined,
    explain,
    save: async (body) => {
      // Another tab may have been first; the current state is shown either way.
      await callInvestor(accountClosure.request, { body }).finally(refreshAll)
    },
  })

/** Cancels the closure. */
export const createCancelClosureForm = () =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      // Another tab may have been first; the current state is shown either way.
      await callInvestor(accountClosure.cancel).finally(refreshAll)
    },
  })
