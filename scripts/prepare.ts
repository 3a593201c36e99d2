/**
 * The first half of `npm start`: from a fresh clone to a built site. Installs what is missing and builds what changed.
 * Top-level imports are limited to Bun's own modules: nothing is installed yet.
 */
import { buildSite } from './build-site.ts'
import { projectRoot } from './child.ts'
import { installPackages } from './install.ts'
import { requireFreePort } from './ports.ts'
import { runMain } from './progress.ts'

await runMain(async () => {
  process.chdir(projectRoot)
  await requireFreePort()
  // The address that the server takes where it was told none, so that the pages name it too.
  process.env.PUBLIC_ORIGIN ||= `http://localhost:${process.env.PORT || 4321}`
  await installPackages()
  await buildSite()
  return 0
})
