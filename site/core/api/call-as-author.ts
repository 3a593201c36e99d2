import { callApi } from './api.ts'
import type { ApiError } from './call-errors.ts'

function readToken(): string | null {
  try {
    return localStorage.getItem('token')
  } catch {
    return null
  }
}

/**
 * Submits a form of a public page on behalf of the signed-in investor. If the session has ended, the form is sent as a
 * visitor's instead. Throws as `call` does.
 */
export const callAsOptionalInvestor: typeof callApi = async (endpoint, input, options) => {
  const token = readToken()
  if (!token) return callApi(endpoint, input, options)
  try {
    return await callApi(endpoint, input, { ...options, headers: { authorization: `Bearer ${token}` } })
  } catch (error) {
    if ((error as Partial<ApiError>).status !== 401) throw error
    return callApi(endpoint, input, options)
  }
}
