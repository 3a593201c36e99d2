import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts'

/** Where every endpoint lives. */
export const API_BASE = '/api/v1'

/** Header with the number of rows in an export, for progress: its size in bytes is unknown before it is made. */
export const TOTAL_COUNT = 'x-total-count'

/** The input of a call, each part only when the endpoint takes it. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: Partial<QueryOf<E>>
  body?: BodyOf<E>
}

export type ResponseBody<E extends Endpoint> = ResponseOf<E>

/**
 * The path of an endpoint with its parameters filled in, query included. Empty query values are left out. Throws when
 * a parameter is missing.
 */
export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): string {
  const params = (input.params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return `${API_BASE}${path}${search ? `?${search}` : ''}`
}
