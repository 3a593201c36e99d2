import * as Type from '@sinclair/typebox'
import { get } from './endpoint.ts'
import { OneOf } from './schema.ts'

export const operations = {
  health: get('/health', {
    summary: 'The process is alive',
    access: 'public',
    answer: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: get('/ready', {
    summary: 'The process can serve: state of the database and the market feed',
    access: 'public',
    answer: Type.Object({
      status: OneOf(['ready', 'draining']),
      database: OneOf(['up']),
      market: OneOf(['live', 'simulated', 'stale', 'off', 'unavailable']),
    }),
  }),
  openapi: get('/openapi.json', {
    summary: 'This description, OpenAPI 3.1',
    access: 'public',
    answer: { raw: 'application/json; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
  reference: get('/reference', {
    summary: 'The browsable reference',
    access: 'public',
    answer: { raw: 'text/html; charset=utf-8' },
    cache: { maxAge: 300 },
  }),
}
