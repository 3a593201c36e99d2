/**
 * `npm run migrate`: brings the schema up to date and gives the server's role its rights, as the role of
 * `DATABASE_OWNER_URL`. Servers may then run without that address.
 */
import { openStore } from './store.ts'
import { runMain, step } from './tell.ts'

await runMain(async () => {
  const store = await step('Migrating the database', () => openStore({ create: true }))
  await store.stop()
  return 0
})
