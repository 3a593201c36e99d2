/** `bun run build`: builds the site now, whether or not its sources changed. */
import { buildSite } from './build-site.ts'
import { installPackages } from './install.ts'
import { runMain } from './progress.ts'

await runMain(async () => {
  await installPackages()
  await buildSite({ force: true })
  return 0
})
