/**
 * `npm run migrate`: migrates the schema and grants the server's role its rights, as the role of
 * `DATABASE_OWNER_URL`. Servers may then run without that URL.
 */

import { runMain, step } from './progress.ts'
import { openStore } from './store.ts'

await runMain(async () => {
  const store = await step('Migrating the database', () => openStore({ create: true }))
  await store.stop()
  return 0
})
