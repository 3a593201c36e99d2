import type { Static, TObject, TOptional, TSchema } from '@sinclair/typebox'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problem.ts'
import type { TwoPairsRule } from './two-pairs.ts'

/**
 * Who may call an endpoint. There is no default: an endpoint without an access does not compile.
 * `admin-path` needs the secret path segment but no token; `admin:…` an administrator with that permission.
 */
export type Access = 'public' | 'investor' | 'admin-path' | `admin:${Permission}`

/** Rate-limit classes; their limits are in `api/http/pipeline/rate-limit.ts`. */
export type LimitClass =
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

/** How long, in seconds, a browser and a CDN may cache a public response before they revalidate it. */
export interface CacheRule {
  maxAge: number
  staleWhileRevalidate?: number
  /** It never changes, so that a reload asks for nothing (RFC 8246). */
  immutable?: true
}

/** A file that is sent as `multipart/form-data`, beside the fields of the body. */
export interface UploadRule {
  /** Name of its field. */
  field: string
  /** Largest file in bytes. */
  maxFile: number
  /** The message for a larger one. */
  tooLarge: string
}

/** What an endpoint sends: a JSON schema, or bytes of a media type it sets itself. */
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
  /** One line for the reference. */
  summary: string
  access: Caller
  limit: LimitClass
  /** Largest accepted body in bytes; 0 for none. */
  bodyLimit: number
  /** Milliseconds after which the caller gets 503, instead of the four seconds of all others. */
  timeLimit?: number
  params?: Params
  query?: Query
  /** Wrapped in `Type.Optional`, the whole body may be left out. */
  body?: Body
  /** The body is a form with a file; its other fields are texts. */
  upload?: UploadRule
  response: Output
  /** Status of a successful response. */
  status: 200 | 201 | 202 | 303
  /** On a public endpoint: an access token, when sent, is checked and names the caller. */
  bearer?: 'optional'
  /**
   * The secret path segment is read from `X-Admin-Path`: a wrong one is 404, as is a missing one where it is
   * required.
   */
  adminPathHeader?: 'required' | 'optional'
  /** A CSRF token bound to the session is needed in `X-CSRF-Token`. */
  csrf: boolean
  /**
   * The session must have been confirmed with a second factor a short time ago, or with the password of an account
   * without one: always, where the amount in the body reaches the configured one, where the account has a second
   * factor, beside the password in the body, or where the body approves a proposal. For `recent` a sign-in a short
   * time ago is enough for an account without a second factor; `payment_details` is the same, where the body has the
   * account that investors pay to.
   */
  stepUp?: true | 'large_amount' | 'with_factor' | 'recent' | 'payment_details' | 'approving'
  /** What a confirmation is for, as the one who gives it reads it; `{name}` is a field of the body. */
  confirms?: string
  /**
   * A second administrator has to approve what the rule names: until then the response is 202, and nothing has
   * changed.
   */
  twoPairs?: TwoPairsRule
  /** An administrator whose password somebody else has chosen may call it. */
  allowedBeforePassword?: true
  /** An administrator who still has to set up a second factor may call it. */
  allowedBeforeSetup?: true
  /** A small form may be sent, which is not read: that of a mail program (RFC 8058). */
  oneClick?: true
  /** Honours `Idempotency-Key`. */
  idempotent: boolean
  cache?: CacheRule
  /** Headers of the response beyond the common ones, each with its description. */
  headers?: Readonly<Record<string, string>>
  /** Error codes beyond those of every endpoint. */
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

/** Time limit in milliseconds of a call that writes thousands of rows in one transaction. Proxies wait for a minute. */
export const BULK_TIME_LIMIT = 45_000

/** Time limit in milliseconds of a file until its first byte: it waits behind the files of others. */
export const EXPORT_TIME_LIMIT = 30_000

/** Default limit of a JSON body in bytes: the longest text field in UTF-8, twice over. */
const JSON_BODY_LIMIT = 64 * 1024

/** Bytes a form may have beside its file: boundaries, headers of the parts, a few short fields. */
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
/** Describes an endpoint that changes one record of many. */
export const patch = define('PATCH', JSON_BODY_LIMIT)
/** Describes an endpoint that removes; most take no body. */
export const remove = define('DELETE', JSON_BODY_LIMIT)

/** The values an endpoint takes, as its handler and its caller see them. */
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
