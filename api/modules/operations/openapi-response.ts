/**
 * OpenAPI 3.1 from the contract, whose schemas are already JSON Schema. Two descriptions: the calls of visitors and
 * investors, which is public, and the panel's, which is for administrators.
 */

import { OptionalKind, type TSchema, Type } from '@sinclair/typebox'
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import { ApprovalRequested } from '#contract/approval-rule'
import type { Endpoint, ResponseSchema, UploadRule } from '#contract/endpoint'
import { getRequiredPermission, permissions } from '#contract/permissions'
import { type ProblemCode, problemStatuses } from '#contract/problem'
import { API_BASE } from '#contract/request-url'
import { WORKBOOK_TYPE } from '#contract/table-file'
import { isLimitedPerAccount, rateLimitRules } from '#http/pipeline/rate-limit'
import { registeredEndpoints } from '#http/pipeline/route'
import { ADMIN_API_INTRODUCTION, API_INTRODUCTION } from './openapi-introduction.ts'
import { apiTags, getTag } from './openapi-tags.ts'

const ProblemSchema = Type.Object({
  error: Type.String({ description: 'Human-readable message' }),
  code: Type.String({ enum: Object.keys(problemStatuses) }),
  request_id: Type.String({ description: 'Also in the header X-Request-Id' }),
  details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
})

/** The schema of raw bytes of a media type; JSON without a schema in the contract is this description itself. */
function describeRaw(type: string) {
  if (type === 'application/json') return { type: 'object' }
  return { type: 'string', ...(type === 'application/pdf' && { format: 'binary' }) }
}

function content(response: ResponseSchema, query?: Endpoint['query']) {
  if (!('raw' in response)) return { 'application/json': { schema: response } }
  const type = String(response.raw).split(';')[0] as string
  const workbook = query?.properties.for && {
    [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } },
  }
  return { [type]: { schema: describeRaw(type) }, ...workbook }
}

/** The error codes of an endpoint, derived from its inputs and access. */
function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['rate_limited', 'internal', 'unavailable', ...endpoint.problems]
  // Errors of the host and the path, before the endpoint is known.
  codes.push('malformed_request', 'uri_too_long')
  if (endpoint.params || endpoint.adminPathHeader) codes.push('not_found')
  if (endpoint.query || endpoint.body) codes.push('validation')
  if (endpoint.method !== 'GET') codes.push('unsupported_type')
  codes.push('too_large')
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'session_expired', 'forbidden')
  if (endpoint.access.startsWith('admin')) codes.push('not_found', 'admin_network')
  if (endpoint.csrf) codes.push('csrf')
  if (endpoint.stepUp) codes.push('step_up_required')
  if (getRequiredPermission(endpoint.access)) {
    if (!endpoint.allowedBeforePassword) codes.push('password_change_required')
    if (!endpoint.allowedBeforeSetup) codes.push('second_factor_required')
  }
  return codes
}

const describeHeaders = (headers: NonNullable<Endpoint['headers']>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function responses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problemStatuses[code])
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
      description: endpoint.status < 300 ? 'Success' : 'Redirect, also as a page with the link',
      content: content(endpoint.response, endpoint.query),
      ...(endpoint.headers && { headers: describeHeaders(endpoint.headers) }),
    },
    ...(endpoint.approvalRule && {
      202: {
        description: 'Submitted for dual approval; no changes made yet',
        content: content(ApprovalRequested),
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
          description: 'Secret path segment known to administrators; an incorrect value returns 404',
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
          description: 'Secret path segment known to administrators; an incorrect value returns 404',
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
          description: 'A repeat within 24 hours returns the original response and creates no duplicate',
        },
      ]
    : []
  const csrf = endpoint.csrf
    ? [
        {
          name: 'X-CSRF-Token',
          in: 'header',
          required: true,
          schema: { type: 'string' },
          description: 'Token from GET /csrf-token, bound to the session; without it the call returns 403',
        },
      ]
    : []
  return [...adminPath, ...of('path'), ...of('query'), ...adminHeader, ...csrf, ...idempotency]
}

/** Who may call, in words. */
function describeAccess({ access }: Endpoint): string {
  const permission = getRequiredPermission(access)
  return permission ? `administrators (${permissions[permission].join(', ')})` : access
}

function operation(endpoint: Endpoint) {
  const { points, duration } = rateLimitRules[endpoint.limit]
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags: [getTag(endpoint)],
    description: `Access: ${describeAccess(endpoint)}. Rate limit: ${points} calls per ${duration} seconds per ${isLimitedPerAccount(endpoint.limit) ? 'account' : 'caller (IPv4 address or IPv6 /64)'}.${endpoint.bodyLimit ? ` Maximum body size: ${endpoint.bodyLimit} bytes.` : ''}`,
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: !(OptionalKind in endpoint.body),
        content: describeBody(endpoint.body, endpoint.upload),
      },
    }),
    ...(endpoint.oneClick && { requestBody: { required: false, content: oneClickForm } }),
    responses: responses(endpoint),
  }
}

/** What an email program sends for one-click unsubscribe (RFC 8058, 3.1); it may be omitted. */
const oneClickForm = {
  'application/x-www-form-urlencoded': {
    schema: { type: 'object', properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } } },
  },
}

/** A body is JSON, or a form when a file is uploaded with it. */
function describeBody(body: TSchema, upload: UploadRule | undefined) {
  if (!upload) return { 'application/json': { schema: body } }
  const file = { type: 'string', format: 'binary', maxLength: upload.maxFile }
  const schema = { ...body, properties: { ...body.properties, [upload.field]: file } }
  return { 'multipart/form-data': { schema: { ...schema, required: [upload.field] } } }
}

/** Only administrators know about these calls. */
const isOfPanel = ({ access, adminPathHeader }: Endpoint): boolean =>
  access.startsWith('admin') || adminPathHeader === 'required'

/** Describes the calls of visitors and investors, or those of the panel. */
export function buildOpenApiDocument(calls: 'public' | 'panel') {
  const endpoints = [...registeredEndpoints.values()].filter(
    (endpoint) => isOfPanel(endpoint) === (calls === 'panel'),
  )
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: calls === 'public' ? 'Lodefield API' : 'Lodefield API: administrator panel',
      version: '1',
      description: calls === 'public' ? API_INTRODUCTION : ADMIN_API_INTRODUCTION,
    },
    servers: [{ url: API_BASE }],
    ...(calls === 'public' && {
      tags: Object.entries(apiTags).map(([name, { description }]) => ({ name, description })),
    }),
    paths,
    components: {
      schemas: { Problem: ProblemSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
