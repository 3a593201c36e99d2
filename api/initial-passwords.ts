/**
 * Generated passwords, in a file in the data folder that only its owner may read. Each is written before the account
 * that has it is committed, so that a start which is killed never leaves an account whose password nobody knows.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

export const INITIAL_PASSWORDS_FILE = 'first-passwords'

/** The lines of the file; none without one. */
export async function readFirstPasswords(dataFolder: string): Promise<string[]> {
  const text = await readFile(resolve(dataFolder, INITIAL_PASSWORDS_FILE), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

/** Writes the password of an account, in place of one from a start that was interrupted. */
export async function storeInitialPassword(
  dataFolder: string,
  account: string,
  password: string,
): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const others = (await readFirstPasswords(dataFolder)).filter((line) => !line.startsWith(`${account}  `))
  const file = resolve(dataFolder, INITIAL_PASSWORDS_FILE)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, [...others, `${account}  ${password}`, ''].join('\n'), { mode: 0o600, flush: true })
  await rename(draft, file)
}

/** Removes the file: its passwords were shown. */
export const removeFirstPasswords = (dataFolder: string): Promise<void> =>
  rm(resolve(dataFolder, INITIAL_PASSWORDS_FILE), { force: true })
