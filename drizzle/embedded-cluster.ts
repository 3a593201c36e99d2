/** Creates the files of the embedded PostgreSQL: the cluster and its passwords. */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Engine } from './embedded-programs.ts'

export interface DataFolder {
  root: string
  cluster: string
  log: string
  passwords: Passwords
}

/** Passwords of the engine's three roles, each in a separate file in the data folder. */
export interface Passwords {
  /** Undefined in a data folder of an earlier version, where the superuser shares the owner's. */
  superuser: string | undefined
  owner: string
  server: string
  /** The server's password was just generated: its role does not have it yet. */
  isServerNew: boolean
}

const OWNER_FILE = 'postgres-password'
const SERVER_FILE = 'postgres-server-password'
export const SUPERUSER_FILE = 'postgres-superuser-password'

export const SUPERUSER = 'postgres'

const readKept = async (file: string): Promise<string | undefined> =>
  (await readFile(file, 'utf8').catch(() => '')).trim() || undefined

const missing = (file: string): Error =>
  new Error(`${file} is missing, and the database beside it does not open without it. Restore the file.`)

async function generatePassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeDurably(file, password)
  return password
}

/** The passwords next to the cluster, generated on first use. Throws if one is missing although the cluster exists. */
export async function readPasswords(root: string, cluster: string): Promise<Passwords> {
  const owner = await readKept(join(root, OWNER_FILE))
  const superuser = await readKept(join(root, SUPERUSER_FILE))
  const server = await readKept(join(root, SERVER_FILE))
  const isNew = !existsSync(cluster)
  if (!owner && !isNew) throw missing(join(root, OWNER_FILE))
  return {
    owner: owner ?? (await generatePassword(join(root, OWNER_FILE))),
    superuser: superuser ?? (isNew ? await generatePassword(join(root, SUPERUSER_FILE)) : undefined),
    server: server ?? (await generatePassword(join(root, SERVER_FILE))),
    isServerNew: !server,
  }
}

/** The passwords with which the owner and the server connect. Throws if the folder has none. */
export async function readRolePasswords(root: string): Promise<{ owner: string; server: string }> {
  const owner = await readKept(join(root, OWNER_FILE))
  if (!owner) throw missing(join(root, OWNER_FILE))
  // An earlier version that is still running has one role.
  return { owner, server: (await readKept(join(root, SERVER_FILE))) ?? owner }
}

/**
 * Gives the superuser of an earlier version's data folder a separate password; `change` sets it. It is written to disk
 * under another name first: an interrupted change leaves both, and {@link superuserPasswords} tries both.
 */
export async function migrateSuperuserPassword(
  root: string,
  change: (password: string) => Promise<void>,
): Promise<void> {
  const file = join(root, SUPERUSER_FILE)
  const draft = `${file}.new`
  await change((await readKept(draft)) ?? (await generatePassword(draft)))
  await rename(draft, file)
}

/** Possible superuser passwords, most likely first. */
export async function superuserPasswords(root: string, { superuser, owner }: Passwords): Promise<string[]> {
  if (superuser) return [superuser]
  const draft = await readKept(join(root, `${SUPERUSER_FILE}.new`))
  return draft ? [owner, draft] : [owner]
}

/** The cluster is useless without its password, which must therefore reach the disk first. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the cluster in another folder and renames it, so that an interrupted attempt never looks complete. */
export async function createCluster(
  engine: Engine,
  { root, cluster, passwords }: DataFolder,
  durable: boolean,
): Promise<void> {
  // Unique to this process: what a killed start began may continue briefly in its own folder.
  const draft = `${cluster}.${process.pid}.new`
  await rm(`${cluster}.new`, { recursive: true, force: true })
  const passwordFile = join(root, 'initdb-password')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, passwords.superuser ?? passwords.owner, { mode: 0o600 })
  if (engine.account) {
    await chown(draft, engine.account.uid, engine.account.gid)
    await chown(passwordFile, engine.account.uid, engine.account.gid)
  }
  try {
    await engine.run('initdb', [
      ...['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, cluster)
}

/** Data owned by root, after a copy or a chown, cannot be used by the account that runs the engine. */
export async function changeFileOwner(account: Account | undefined, cluster: string): Promise<void> {
  if (!account || statSync(cluster).uid === account.uid) return
  const entries = await readdir(cluster, { recursive: true })
  for (const entry of ['', ...entries]) await chown(join(cluster, entry), account.uid, account.gid)
  await chmod(cluster, 0o700)
}
