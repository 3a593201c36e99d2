/** A progress bar in one line of the terminal; without a terminal, a line for each tenth. */

const WIDTH = 30

const number = (value: number): string => value.toLocaleString('en-US')

/** Draws onto `out`; `finish` ends the line. */
export function createProgressBar(out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout) {
  let current = ''
  let tenth = -1

  const finish = () => {
    if (out.isTTY && current !== '') out.write('\n')
    current = ''
    tenth = -1
  }

  return {
    finish,
    /** `done` of `of`, and an optional text. A new `what` begins a new line. */
    show(what: string, done: number, of: number, more = ''): void {
      if (what !== current) finish()
      current = what
      const part = of === 0 ? 1 : done / of
      const filled = Math.round(part * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      const line = `[lodefield] ${what.padEnd(14)} ${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${number(done)} of ${number(of)}${more && `, ${more}`}`
      if (out.isTTY) {
        out.write(`\r${line}`)
      } else if (Math.floor(part * 10) > tenth) {
        tenth = Math.floor(part * 10)
        out.write(`${line}\n`)
      }
    },
  }
}
