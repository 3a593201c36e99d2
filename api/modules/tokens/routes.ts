import { Elysia } from 'elysia'
import { tokens } from '#contract/tokens'
import { serveShared } from '#plugins/serve-shared'
import { listActiveTokens } from './service.ts'

/** Seen at once when it is announced; else an edit is seen this soon, in milliseconds. */
const freshFor = 2_000

/** The tokens that everybody may see. */
export const tokenRoutes = () =>
  new Elysia({ name: 'tokens' }).use(
    serveShared(tokens.list, listActiveTokens, { freshFor, madeOf: 'tokens' }),
  )
