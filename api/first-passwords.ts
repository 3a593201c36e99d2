/** Generated passwords, when there is no terminal: a file in the data folder that only its owner may read. */
import { appendFile, chmod, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'

export const FIRST_PASSWORDS = 'first-passwords'

/** Adds a line to the file. */
export async function storeFirstPassword(dataFolder: string, line: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const file = resolve(dataFolder, FIRST_PASSWORDS)
  await appendFile(file, `${line}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}
