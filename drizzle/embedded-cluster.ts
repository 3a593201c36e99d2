/** Makes the files of the embedded PostgreSQL: the cluster and the password that opens it. */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Engine } from './embedded-programs.ts'

export interface Folder {
  root: string
  cluster: string
  log: string
  password: string
}

export const SUPERUSER = 'postgres'

/** The password beside the cluster, made on first use. Throws when it is missing and the cluster is not. */
export async function readPassword(file: string, cluster: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept?.trim()) return kept.trim()
  if (existsSync(cluster)) {
    throw new Error(
      `${file} is missing, and the database in ${cluster} does not open without it. Restore the file.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeDurably(file, password)
  return password
}

/** The cluster is useless without its password: it must be on the disk before the cluster is. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the cluster aside and renames it: an interrupted attempt never looks like a finished one. */
export async function createCluster(
  engine: Engine,
  { root, cluster, password }: Folder,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.new`
  const passwordFile = join(root, 'postgres-password.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
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

/** Data that came to belong to root, by a copy or a chown, cannot be used by the account it runs as. */
export async function giveTo(account: Account | undefined, cluster: string): Promise<void> {
  if (!account || statSync(cluster).uid === account.uid) return
  const entries = await readdir(cluster, { recursive: true })
  for (const entry of ['', ...entries]) await chown(join(cluster, entry), account.uid, account.gid)
  await chmod(cluster, 0o700)
}
