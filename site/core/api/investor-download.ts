import { createDownload } from './download.ts'
import { callInvestor } from './investor-api.ts'

/** Downloads a file as the signed-in investor; see `createDownload`. */
export const downloadAsInvestor = createDownload(callInvestor)
