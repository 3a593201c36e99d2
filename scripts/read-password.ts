import { createInterface } from 'node:readline'
import { CommandError } from './terminal-output.ts'

/** The first line of piped input. */
async function readPiped(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** Prompts at the terminal without showing what is typed. */
function ask(question: string): Promise<string> {
  const { stdin, stdout } = process
  stdout.write(question)
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = (settle: () => void) => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stdout.write('\n')
      settle()
    }
    const read = (chunk: Buffer) => {
      for (const character of chunk.toString('utf8')) {
        if (character === '\r' || character === '\n') return finish(() => resolve(typed))
        // Ctrl-C and Ctrl-D.
        if (character === '\u0003' || character === '\u0004') {
          return finish(() => reject(new CommandError('No changes were made.')))
        }
        typed =
          character === '\u007f' || character === '\b' ? [...typed].slice(0, -1).join('') : typed + character
      }
    }
    stdin.setRawMode(true)
    stdin.resume()
    stdin.on('data', read)
  })
}

/** A new password, typed twice at the terminal or piped in once. Throws when the two differ. */
export async function promptForPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readPiped()
  const password = await ask('New password: ')
  if ((await ask('Confirm password: ')) !== password)
    throw new CommandError('The passwords do not match. No changes were made.')
  return password
}
