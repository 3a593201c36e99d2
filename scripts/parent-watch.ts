/**
 * Preloaded into the server by `up`: should `up` be killed in a way it cannot pass on, the server
 * still stops in order, its database with it.
 */
const parent = process.ppid

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 500)
timer.unref()

// A module of its own, so that its names are not everybody's.
export {}
