/** `bun run build`: builds the site, whether or not its sources changed, and the server. */
import { buildServer } from './build-server.ts'
import { buildSite } from './build-site.ts'
import { installPackages } from './install.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  await installPackages()
  await buildSite({ force: true })
  await buildServer()
  return 0
})
