/** `bun run check`: format, lint, import walls, types, dead exports. */
import { installPackages } from './install.ts'
import { runChecks } from './run-checks.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  await installPackages()
  const { failed } = await runChecks()
  return failed > 0 ? 1 : 0
})
