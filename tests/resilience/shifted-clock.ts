/**
 * Preloaded into a server: shifts its clock by `CLOCK_AHEAD_MS`, from the start or, with `CLOCK_MOVES_ON=SIGUSR2`, at
 * that signal. The database's clock is unchanged.
 */
const RealDate = Date
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const { CLOCK_MOVES_ON } = process.env
let shift = CLOCK_MOVES_ON ? 0 : ahead
if (CLOCK_MOVES_ON) {
  process.on(CLOCK_MOVES_ON, () => {
    shift = shift === 0 ? ahead : 0
  })
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words: unknown[], self) =>
    Reflect.construct(target, words.length === 0 ? [RealDate.now() + shift] : words, self),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name)),
})

// A module, so that its names are not global.
export {}
