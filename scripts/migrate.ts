/**
 * `npm run migrate`: migrates the schema and grants the server's role its rights, as the role of
 * `DATABASE_OWNER_URL`. Servers may then run without that URL.
 */

import { openMigratedDatabase } from './command-database.ts'
import { runMain, runStep } from './terminal-output.ts'

await runMain(async () => {
  const store = await runStep('Migrating the database', () => openMigratedDatabase({ create: true }))
  await store.stop()
  return 0
})
