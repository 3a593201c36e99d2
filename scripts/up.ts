/**
 * `npm start`: from a fresh clone to a running site. Installs what is missing, builds what changed, and runs the
 * server until it is stopped. Top-level imports are limited to Bun's own modules: nothing is installed yet.
 */
import { buildSite } from './build-site.ts'
import { bunPath, projectRoot, runChild } from './child.ts'
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
  return runChild([bunPath(), '--preload', './scripts/parent-watch.ts', 'api/server.ts'], {
    env: { NODE_ENV: 'production' },
  })
})
