import { Elysia } from 'elysia'
import { administrators } from '#contract/administrators'
import { serve } from '#plugins/serve'
import { signInAdministrator } from './service.ts'

/** The administrators' sign-in: public but for the header that only they know. */
export const administratorRoutes = () =>
  new Elysia({ name: 'administrators' }).use(
    serve(administrators.signIn, ({ body, address, requestId, request }) =>
      signInAdministrator(body, {
        address,
        requestId,
        path: request.headers.get('x-admin-path'),
        userAgent: request.headers.get('user-agent') ?? '',
      }),
    ),
  )
