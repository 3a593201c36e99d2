/**
 * OpenAPI 3.1 from the contract: the schemas are JSON Schema already. Two descriptions: the calls of visitors and
 * investors, which is public, and those of the panel, which is for administrators.
 */
import { OptionalKind, type TSchema, Type } from '@sinclair/typebox'
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import { API_BASE } from '#contract/call'
import type { Endpoint, ResponseSchema, UploadRule } from '#contract/endpoint'
import { permissionOf, permissions } from '#contract/permissions'
import { type ProblemCode, problemStatus } from '#contract/problem'
import { Proposed } from '#contract/two-pairs'
import { isPerAccount, limits } from '#http/pipeline/rate-limit'
import { served } from '#http/pipeline/route'

const ProblemSchema = Type.Object({
  error: Type.String({ description: 'A message for people' }),
  code: Type.String({ enum: Object.keys(problemStatus) }),
  request_id: Type.String({ description: 'Also in the header X-Request-Id' }),
  details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
})

/** The schema of raw bytes of a media type; JSON without a schema in the contract is this description itself. */
function describeRaw(type: string) {
  if (type === 'application/json') return { type: 'object' }
  return { type: 'string', ...(type === 'application/pdf' && { format: 'binary' }) }
}

function content(response: ResponseSchema) {
  if (!('raw' in response)) return { 'application/json': { schema: response } }
  const type = String(response.raw).split(';')[0] as string
  return { [type]: { schema: describeRaw(type) } }
}

/** The error codes of an endpoint, derived from its inputs and access. */
function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['rate_limited', 'internal', 'unavailable', ...endpoint.problems]
  // Errors of the host and the path, before the endpoint is known.
  codes.push('malformed_request', 'uri_too_long')
  if (endpoint.params || endpoint.adminPathHeader) codes.push('not_found')
  if (endpoint.query || endpoint.body) codes.push('validation')
  if (endpoint.body) codes.push('unsupported_type')
  codes.push('too_large')
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'session_expired', 'forbidden')
  if (endpoint.access.startsWith('admin')) codes.push('not_found', 'admin_network')
  if (endpoint.csrf) codes.push('csrf')
  if (endpoint.stepUp) codes.push('step_up_required')
  if (permissionOf(endpoint.access) && !endpoint.allowedBeforeSetup) codes.push('second_factor_required')
  return codes
}

const describeHeaders = (headers: NonNullable<Endpoint['headers']>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function responses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problemStatus[code])
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        description: [...new Set(codes)].join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ])
  return {
    [endpoint.status]: {
      description: 'Done',
      content: content(endpoint.response),
      ...(endpoint.headers && { headers: describeHeaders(endpoint.headers) }),
    },
    ...(endpoint.twoPairs && {
      202: {
        description: 'A second administrator has to approve it; nothing has changed yet',
        content: content(Proposed),
      },
    }),
    ...(endpoint.cache && { 304: { description: 'Not modified since the cached response' } }),
    ...Object.fromEntries(failures),
  }
}

function parameters(endpoint: Endpoint) {
  const of = (place: 'path' | 'query', schema = place === 'path' ? endpoint.params : endpoint.query) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema?.required?.includes(name) ?? false),
      schema: property,
    }))
  const adminPath = endpoint.path.includes(`:${ADMIN_PATH_PARAMETER}`)
    ? [
        {
          name: ADMIN_PATH_PARAMETER,
          in: 'path',
          required: true,
          schema: { type: 'string' },
          description: 'The path segment that only administrators know; a wrong one is 404',
        },
      ]
    : []
  const adminHeader = endpoint.adminPathHeader
    ? [
        {
          name: 'X-Admin-Path',
          in: 'header',
          required: endpoint.adminPathHeader === 'required',
          schema: { type: 'string' },
          description: 'The path segment that only administrators know; a wrong one is 404',
        },
      ]
    : []
  const idempotency = endpoint.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 200 },
          description: 'A repeat within 24 hours gets the first response, and nothing is stored twice',
        },
      ]
    : []
  return [...adminPath, ...of('path'), ...of('query'), ...adminHeader, ...idempotency]
}

/** The sections of the description of visitors' and investors' calls, in their order, by the first part of the path. */
const sections: Record<string, { description: string; paths: string[] }> = {
  'Market prices': {
    description: 'Prices with their source and age, their history, and figures computed from them.',
    paths: ['market-data', 'crypto-prices', 'sparklines', 'chart-data', 'market-intelligence'],
  },
  Tokens: {
    description: 'The tokens that are open for requests, and the offerings that are open for subscription.',
    paths: ['tokens', 'offerings'],
  },
  Proof: {
    description: 'Signed snapshots of the registers of holders, and the days without one.',
    paths: ['proof'],
  },
  'Documents and pages': {
    description: 'Reports, public uploads, and the pages of the site as HTML.',
    paths: ['documents', 'reports', 'docs', 'legal'],
  },
  'Site and contact': {
    description: 'Settings and colours of the site, and how to reach each department.',
    paths: ['settings', 'theme.css', 'banner', 'contact-departments'],
  },
  Support: { description: 'Tickets, calls and live chat. No account is needed.', paths: ['support'] },
  'Accounts and sessions': {
    description: 'Registration, sign-in, and the tokens that signed-in calls carry.',
    paths: ['auth', 'csrf-token'],
  },
  Investor: {
    description: 'Portfolio, transactions, profile and notifications of the signed-in investor.',
    paths: ['user', 'unsubscribe'],
  },
  'Live updates': { description: 'Server-sent events that say what has changed.', paths: ['events'] },
  Operations: {
    description: 'State of the server, and this description.',
    paths: ['health', 'ready', 'openapi.json', 'reference'],
  },
}

/** The section of a call; for one of the panel, the part of the path after the secret segment. */
function sectionOf({ path, adminPathHeader }: Endpoint): string {
  if (adminPathHeader === 'required') return 'sign-in'
  const parts = path.split('/')
  if (path.startsWith(`/:${ADMIN_PATH_PARAMETER}`)) return parts[3] as string
  const first = parts[1] as string
  return Object.keys(sections).find((name) => sections[name]?.paths.includes(first)) ?? first
}

/** Who may call, in words. */
function describeAccess({ access }: Endpoint): string {
  const permission = permissionOf(access)
  return permission ? `administrators (${permissions[permission].join(', ')})` : access
}

function operation(endpoint: Endpoint) {
  const { points, duration } = limits[endpoint.limit]
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags: [sectionOf(endpoint)],
    description: `Access: ${describeAccess(endpoint)}. Limit: ${points} calls in ${duration} seconds for one ${isPerAccount(endpoint.limit) ? 'account' : 'caller (an IPv4 address or an IPv6 /64)'}.${endpoint.bodyLimit ? ` Body: at most ${endpoint.bodyLimit} bytes.` : ''}`,
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: !(OptionalKind in endpoint.body),
        content: describeBody(endpoint.body, endpoint.upload),
      },
    }),
    responses: responses(endpoint),
  }
}

/** A body is JSON, or a form when a file is uploaded with it. */
function describeBody(body: TSchema, upload: UploadRule | undefined) {
  if (!upload) return { 'application/json': { schema: body } }
  const file = { type: 'string', format: 'binary', maxLength: upload.maxFile }
  const schema = { ...body, properties: { ...body.properties, [upload.field]: file } }
  return { 'multipart/form-data': { schema: { ...schema, required: [upload.field] } } }
}

/** Only administrators know of these calls. */
const isOfPanel = ({ access, adminPathHeader }: Endpoint): boolean =>
  access.startsWith('admin') || adminPathHeader === 'required'

/** Describes the calls of visitors and investors, or those of the panel. */
export function describeApi(calls: 'public' | 'panel') {
  const endpoints = [...served.values()].filter((endpoint) => isOfPanel(endpoint) === (calls === 'panel'))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: calls === 'public' ? 'Lodefield API' : 'Lodefield API: calls of the panel',
      version: '1',
      description:
        'Money that the platform keeps is a decimal string; market prices, percents and counts are numbers. Times are ISO 8601 in UTC. Every error has the form of Problem.',
    },
    servers: [{ url: API_BASE }],
    ...(calls === 'public' && {
      tags: Object.entries(sections).map(([name, { description }]) => ({ name, description })),
    }),
    paths,
    components: {
      schemas: { Problem: ProblemSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
