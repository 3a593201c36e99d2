/**
 * Preloaded into the server by `up`: if `up` is killed by a signal it cannot pass on, the server still stops in
 * order, and its database with it.
 */
const parent = process.ppid

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 500)
timer.unref()

// A module, so that its names are not global.
export {}
