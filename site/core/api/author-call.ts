import { call } from './api.ts'
import type { RejectedCall } from './problems.ts'

function readToken(): string | null {
  try {
    return localStorage.getItem('token')
  } catch {
    return null
  }
}

/**
 * Sends a form of a public page, in the name of the investor who is signed in here. A session that is over does not
 * stop the form: it is then sent as a visitor's. Throws as `call` does.
 */
export const callAsAuthor: typeof call = async (endpoint, input, options) => {
  const token = readToken()
  if (!token) return call(endpoint, input, options)
  try {
    return await call(endpoint, input, { ...options, headers: { authorization: `Bearer ${token}` } })
  } catch (error) {
    if ((error as Partial<RejectedCall>).status !== 401) throw error
    return call(endpoint, input, options)
  }
}
