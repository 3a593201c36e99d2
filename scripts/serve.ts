/**
 * The second half of `npm start`: becomes the server. By now the project's Bun is installed, so no `npx` has to stay in
 * memory next to the server.
 */

import { projectRoot } from '#shared/project-root'
import { builtServer } from './build-server.ts'
import { becomeCommand, getBunPath } from './run-child-process.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  process.chdir(projectRoot)
  return becomeCommand([getBunPath(), '--preload', './scripts/parent-exit-watch.ts', builtServer], {
    NODE_ENV: 'production',
  })
})
