/**
 * The first half of `npm start`: from a fresh clone to a built site. Installs what is missing and builds what changed.
 * Top-level imports are limited to Bun's own modules: nothing is installed yet.
 */

import { projectRoot } from '#shared/project-root'
import { buildServer } from './build-server.ts'
import { buildSite } from './build-site.ts'
import { installPackages } from './install.ts'
import { assertPortAvailable } from './ports.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  process.chdir(projectRoot)
  await assertPortAvailable()
  // The server's default address, so that the pages name it too.
  process.env.PUBLIC_ORIGIN ||= `http://localhost:${process.env.PORT || 4321}`
  await installPackages()
  await buildSite()
  await buildServer()
  return 0
})
