import { Elysia } from 'elysia'
import { tokens } from '#contract/tokens'
import { serveShared } from '#plugins/serve'
import { listActiveTokens } from './service.ts'

/** An administrator's edit is seen this soon, in milliseconds, by every instance. */
const freshFor = 2_000

/** The tokens that everybody may see. */
export const tokenRoutes = () =>
  new Elysia({ name: 'tokens' }).use(serveShared(tokens.list, listActiveTokens, { freshFor }))
