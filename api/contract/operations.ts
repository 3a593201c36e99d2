import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { get } from './endpoint.ts'
import { OneOf } from './schema.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** Counted since this instance started; only the instance that polls counts anything. */
const MarketSources = Type.Object({
  polls: Type.Boolean({ description: 'This instance polls the sources, for all instances' }),
  sources: Type.Array(
    Type.Object({
      name: Type.String(),
      state: OneOf(['answering', 'failing', 'open'], {
        description: 'open: it failed several times and is not called for a while',
      }),
      calls: Count('Calls for prices'),
      failures: Count('Calls without prices in the response'),
      accepted: Count('Accepted prices'),
      dropped: Type.Record(Type.String(), Type.Integer(), { description: 'Rejected prices, by reason' }),
    }),
  ),
})

export const operations = {
  health: get('/health', {
    summary: 'The process is alive',
    access: 'public',
    response: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: get('/ready', {
    summary: 'The process can serve: state of the database and the market feed',
    access: 'public',
    response: Type.Object({
      status: OneOf(['ready', 'draining']),
      database: OneOf(['up']),
      market: OneOf(['live', 'simulated', 'stale', 'off', 'unavailable']),
      market_sources: Type.Optional(MarketSources),
    }),
  }),
  openapi: get('/openapi.json', {
    summary: 'The description of all calls but those of the panel, OpenAPI 3.1',
    access: 'public',
    response: { raw: 'application/json; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
  reference: get('/reference', {
    summary: 'The browsable reference',
    access: 'public',
    response: { raw: 'text/html; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
}

export const adminOperations = {
  openapi: get(adm('/openapi.json'), {
    summary: 'The description of the calls of the panel, OpenAPI 3.1',
    access: 'admin:self',
    response: { raw: 'application/json; charset=utf-8' },
  }),
}
