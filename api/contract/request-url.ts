import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts'

/** Base path of every endpoint. */
export const API_BASE = '/api/v1'

/** Header with the number of rows in an export, for progress: the size in bytes is not known in advance. */
export const TOTAL_COUNT_HEADER = 'x-total-count'

/** The input of a call; each part only where the endpoint takes it. */
export interface EndpointInput<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: Partial<QueryOf<E>>
  body?: BodyOf<E>
}

export type ResponseBody<E extends Endpoint> = ResponseOf<E>

/**
 * The path of an endpoint with parameters and query filled in. Empty query values are omitted. Throws when a parameter
 * is missing.
 */
export function buildUrl<E extends Endpoint>(endpoint: E, input: EndpointInput<E> = {}): string {
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
