/**
 * The second half of `npm start`: becomes the server. By now the Bun of the project is installed, so that no `npx` has
 * to stay in memory beside the server.
 */
import { becomeCommand, bunPath, projectRoot } from './child.ts'
import { runMain } from './progress.ts'

await runMain(async () => {
  process.chdir(projectRoot)
  return becomeCommand([bunPath(), '--preload', './scripts/parent-watch.ts', 'api/server.ts'], {
    NODE_ENV: 'production',
  })
})
