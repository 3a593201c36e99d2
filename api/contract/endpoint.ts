import type { Static, TObject, TOptional, TSchema } from '@sinclair/typebox'
import type { ApprovalRule } from './approval-rule.ts'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problem.ts'

/**
 * Who may call an endpoint. There is no default: an endpoint without an access level does not compile. `admin-path`
 * needs the secret path segment but no token; `admin:…` needs an administrator with that permission.
 */
export type Access = 'public' | 'investor' | 'admin-path' | `admin:${Permission}`

/** Rate-limit classes; their limits are in `api/http/pipeline/rate-limit.ts`. */
export type RateLimitClass =
  | 'general'
  | 'support_form'
  | 'page_vote'
  | 'sign_in'
  | 'admin_sign_in'
  | 'register'
  | 'link_request'
  | 'link_use'
  | 'step_up'
  | 'export'
  | 'evidence'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How long, in seconds, browsers and CDNs may cache a public response before they revalidate it. */
export interface CacheRule {
  maxAge: number
  staleWhileRevalidate?: number
  /** The response never changes, so a reload sends no request (RFC 8246). */
  immutable?: true
}

/** A file sent as `multipart/form-data` along with the fields of the body. */
export interface UploadRule {
  /** Name of the form field. */
  field: string
  /** Maximum size of the file in bytes. */
  maxFile: number
  /** The message for a larger file. */
  tooLarge: string
}

/** What an endpoint sends: a JSON schema, or bytes whose media type it sets itself. */
export type ResponseSchema = TSchema | { raw: string }

export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Output extends ResponseSchema = ResponseSchema,
  Caller extends Access = Access,
> {
  method: Method
  /** Below `/api/v1`, parameters as `:name`. */
  path: string
  /** A one-line summary for the API reference. */
  summary: string
  access: Caller
  limit: RateLimitClass
  /** Maximum size of an accepted body in bytes; 0 for none. */
  bodyLimit: number
  /** Milliseconds until the caller gets a 503, instead of the default four seconds. */
  timeLimit?: number
  params?: Params
  query?: Query
  /** Wrapped in `Type.Optional`, the whole body may be omitted. */
  body?: Body
  /** The body is a form with a file; its other fields are texts. */
  upload?: UploadRule
  response: Output
  /** Status of a successful response. */
  status: 200 | 201 | 202 | 303
  /** On a public endpoint: an access token is optional, but checked if sent, and identifies the caller. */
  bearer?: 'optional'
  /**
   * The secret path segment is read from `X-Admin-Path`: a wrong one gives 404, as does a missing one where it is
   * required.
   */
  adminPathHeader?: 'required' | 'optional'
  /** Requires a CSRF token bound to the session in `X-CSRF-Token`. */
  csrf: boolean
  /**
   * Requires a recent confirmation of the session, with a second factor or, for an account without one, with the
   * password: always, where the amount in the body reaches the configured threshold, where the account has a second
   * factor, in addition to the password in the body, or where the body approves a request. For `recent`, a recent
   * sign-in is enough for an account without a second factor; `payment_details` is the same where the body contains the
   * account that investors pay to.
   */
  stepUp?: true | 'large_amount' | 'with_factor' | 'recent' | 'payment_details' | 'approving'
  /** What is being confirmed, in words shown to the user; `{name}` is a field of the body. */
  confirms?: string
  /**
   * A second administrator must approve what the rule names: until then the response is 202 and nothing has changed.
   */
  approvalRule?: ApprovalRule
  /** May be called by an administrator whose password was set by someone else. */
  allowedBeforePassword?: true
  /** May be called by an administrator who has yet to set up a second factor. */
  allowedBeforeSetup?: true
  /** A small form may be sent and is ignored: mail programs send one (RFC 8058). */
  oneClick?: true
  /** Supports `Idempotency-Key`. */
  idempotent: boolean
  cache?: CacheRule
  /** Additional response headers, each with its description. */
  headers?: Readonly<Record<string, string>>
  /** Additional error codes beyond those of every endpoint. */
  problems: ProblemCode[]
}

type Spec<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  A extends ResponseSchema,
  C extends Access,
> = Pick<Endpoint<P, Q, B, A, C>, 'summary' | 'access' | 'response'> &
  Partial<Omit<Endpoint<P, Q, B, A, C>, 'method' | 'path' | 'summary' | 'access' | 'response'>>

/**
 * Time limit in milliseconds for a call that writes thousands of rows in one transaction. Proxies wait for a minute.
 */
export const BULK_TIMEOUT_MS = 45_000

/** Time limit in milliseconds for the first byte of a file, which may queue behind other callers' files. */
export const EXPORT_TIME_LIMIT = 30_000

/** Default limit of a JSON body in bytes: twice the longest text field in UTF-8. */
const JSON_BODY_LIMIT = 64 * 1024

/** Bytes a form may have in addition to its file: boundaries, part headers, a few short fields. */
const FORM_OVERHEAD = 64 * 1024

function define(method: Method, bodyLimit: number) {
  return <
    P extends TObject = TObject,
    Q extends TObject = TObject,
    B extends TSchema = TSchema,
    A extends ResponseSchema = ResponseSchema,
    C extends Access = Access,
  >(
    path: string,
    spec: Spec<P, Q, B, A, C>,
  ): Endpoint<P, Q, B, A, C> => ({
    method,
    path,
    limit: 'general',
    bodyLimit: spec.upload ? spec.upload.maxFile + FORM_OVERHEAD : spec.body ? bodyLimit : 0,
    status: 200,
    csrf: false,
    idempotent: false,
    problems: [],
    ...(spec.limit === 'export' && { timeLimit: EXPORT_TIME_LIMIT }),
    ...spec,
  })
}

/** Describes an endpoint that reads. */
export const get = define('GET', 0)
/** Describes an endpoint that creates or acts. */
export const post = define('POST', JSON_BODY_LIMIT)
/** Describes an endpoint that replaces or changes. */
export const put = define('PUT', JSON_BODY_LIMIT)
/** Describes an endpoint that changes one of many records. */
export const patch = define('PATCH', JSON_BODY_LIMIT)
/** Describes an endpoint that deletes; most take no body. */
export const remove = define('DELETE', JSON_BODY_LIMIT)

/** The input of an endpoint, as its handler and its caller see it. */
export type ParamsOf<E> = E extends Endpoint<infer P, TObject, TSchema, ResponseSchema> ? Static<P> : never
export type QueryOf<E> = E extends Endpoint<TObject, infer Q, TSchema, ResponseSchema> ? Static<Q> : never
export type BodyOf<E> =
  E extends Endpoint<TObject, TObject, infer B, ResponseSchema>
    ? B extends TOptional<TSchema>
      ? Static<B> | undefined
      : Static<B>
    : never
/** The response of an endpoint; `Response` when it sends bytes. */
export type ResponseOf<E> =
  E extends Endpoint<TObject, TObject, TSchema, infer A> ? (A extends TSchema ? Static<A> : Response) : never
