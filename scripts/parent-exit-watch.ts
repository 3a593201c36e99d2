/**
 * Preloaded into the server: if a process that launched it is killed by a signal it cannot pass on, the server still
 * stops in order, and its database with it.
 */
import { onParentExit } from './parent-processes.ts'

const parent = process.ppid
const stop = () => process.kill(process.pid, 'SIGTERM')

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  stop()
}, 500)
timer.unref()
onParentExit(() => {
  clearInterval(timer)
  stop()
})
