/** Routes with the same response for every caller: built once, sent from memory. */
import type { TSchema } from '@sinclair/typebox'
import { type CacheTopic, onCacheInvalidated } from '#common/cache-invalidation'
import type { Endpoint, ParamsOf } from '#contract/endpoint'
import { buildUrl as pathTo } from '#contract/request-url'
import {
  isBinaryResponse,
  sendCachedResponse,
  serializeResponse,
  splitHeaders,
} from '#http/pipeline/responses'
import { createRoute } from '#http/pipeline/route'
import type { HandlerResult } from '#http/pipeline/serve-endpoint'
import type { ServerContext } from '#http/pipeline/server-context'
import { compileParams, compileResponse } from '#http/pipeline/validation'
import { CachedResponse } from './cached-response.ts'

interface CacheOptions {
  /** Milliseconds after which the response is rebuilt; see {@link CachedResponse}. */
  maxAgeMs: number
  /** A number that changes when the response expires earlier; see {@link CachedResponse}. */
  version?: () => number
  /** Maximum cached responses where the path has parameters; the oldest is evicted first. */
  atMost?: number
  /** The data behind the response: when it changes, the response is rebuilt immediately. */
  cacheTopic?: CacheTopic | readonly CacheTopic[]
}

/**
 * Creates the route of a public endpoint whose response depends only on the path's parameters. It is serialized once
 * and sent from memory; when a rebuild fails, the previous response is still sent.
 */
export function serveCached<E extends Endpoint>(
  endpoint: E,
  load: (params: ParamsOf<E>) => Promise<HandlerResult<E> | string> | HandlerResult<E> | string,
  { maxAgeMs, version, atMost = 100, cacheTopic = [] }: CacheOptions,
) {
  const { response: schema, cache } = endpoint
  if (!cache) throw new Error(`${endpoint.path} is shared but declares no cache rule`)
  const type = isBinaryResponse(schema) ? schema.raw : undefined
  const toDeclared = isBinaryResponse(schema) ? undefined : compileResponse(schema as TSchema)
  const checkParams = endpoint.params && compileParams(endpoint.params)
  const cached = new Map<string, CachedResponse>()
  for (const topic of [cacheTopic].flat()) {
    onCacheInvalidated(topic, () => {
      for (const entry of cached.values()) entry.expire()
    })
  }

  const share = (result: HandlerResult<E> | string) => {
    if (!toDeclared) return serializeResponse(String(result), cache, { type })
    const { data, headers } = splitHeaders(endpoint, result as HandlerResult<E>)
    return serializeResponse(JSON.stringify(toDeclared(data)), cache, { headers })
  }

  const createEntry = (
    path: string,
    params: ParamsOf<E>,
    { log, ready, onResponse }: ServerContext,
  ): CachedResponse => {
    const entry = new CachedResponse({
      maxAgeMs,
      version,
      make: () => {
        const loaded = load(params)
        return loaded instanceof Promise ? loaded.then(share) : share(loaded)
      },
      onFailure: (error) => log.warn({ err: error, path }, 'sent the last response'),
    })
    cached.set(path, entry)
    ready.set(path, (request) => {
      const fresh = entry.fresh()
      if (!fresh) return undefined
      const response = sendCachedResponse(fresh, request)
      onResponse?.(endpoint.path, 'GET', response.status, 0)
      return response
    })
    return entry
  }

  return createRoute(endpoint, async ({ request, params: rawParams, context: instance }) => {
    const params = (checkParams?.(rawParams) ?? {}) as ParamsOf<E>
    const path = pathTo(endpoint, { params })
    const drop = (name: string) => cached.delete(name) && instance.ready.delete(name)
    try {
      const shared = await (cached.get(path) ?? createEntry(path, params, instance)).read()
      const [oldest] = cached.keys()
      if (cached.size > atMost && oldest !== undefined) drop(oldest)
      return sendCachedResponse(shared, request)
    } catch (error) {
      // There is not even an old response: unknown paths are not cached.
      drop(path)
      throw error
    }
  })
}
