import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { get } from '#contract/endpoint'
import { StringEnum } from '#contract/schema-builders'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** Counted since this instance started; only the polling instance counts anything. */
const MarketSources = Type.Object({
  polls: Type.Boolean({ description: 'Whether this instance polls the sources on behalf of all instances' }),
  sources: Type.Array(
    Type.Object({
      name: Type.String(),
      state: StringEnum(['answering', 'failing', 'open'], {
        description: 'open: calls are suspended after repeated failures',
      }),
      calls: Count('Calls for prices'),
      failures: Count('Calls that returned no prices'),
      accepted: Count('Accepted prices'),
      dropped: Type.Record(Type.String(), Type.Integer(), { description: 'Rejected prices, by reason' }),
    }),
  ),
})

export const operations = {
  health: get('/health', {
    summary: 'Liveness check',
    access: 'public',
    response: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: get('/ready', {
    summary: 'Readiness check: database and market feed',
    access: 'public',
    response: Type.Object({
      status: StringEnum(['ready', 'draining']),
      database: StringEnum(['up']),
      market: StringEnum(['live', 'simulated', 'stale', 'off', 'unavailable']),
      market_sources: Type.Optional(MarketSources),
    }),
  }),
  openapi: get('/openapi.json', {
    summary: 'OpenAPI 3.1 description of all calls except the administrator panel',
    access: 'public',
    response: { raw: 'application/json; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
  reference: get('/reference', {
    summary: 'API reference (HTML)',
    access: 'public',
    response: { raw: 'text/html; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
}

export const adminOperations = {
  openapi: get(adminPath('/openapi.json'), {
    summary: 'OpenAPI 3.1 description of the administrator panel calls',
    access: 'admin:self',
    response: { raw: 'application/json; charset=utf-8' },
  }),
}
