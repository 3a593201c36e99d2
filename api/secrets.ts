/** Secrets that an installation generates when the configuration names none. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#config'

const readSecret = (path: string) => readFile(path, 'utf8').then((text) => text.trim())

/**
 * The secret stored under `name` in the data folder, made on the first call: 256 random bits, readable by its owner
 * only. Two concurrent starts agree on one.
 */
export async function getOrCreateSecret(dataFolder: string, name: string): Promise<string> {
  const path = join(dataFolder, name)
  const known = await readSecret(path).catch(() => '')
  if (known) return known
  await mkdir(dataFolder, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  // Linking is atomic: the second process reads what the first has written.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readSecret(path)
}

const AUDIT_KEY_FILE = 'audit-key'
const FACTOR_KEY_FILE = 'factor-key'
const EVIDENCE_KEY_FILE = 'evidence-key'
const MAIL_KEY_FILE = 'mail-key'

type AuditKeyConfig = Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>

/**
 * The keys that seal the audit log: those of `AUDIT_KEY`, otherwise the one in the data folder, made on the first
 * call.
 */
export const getAuditKeys = async ({ AUDIT_KEY, DATA_DIR }: AuditKeyConfig): Promise<[string, ...string[]]> =>
  AUDIT_KEY ?? [await getOrCreateSecret(resolve(DATA_DIR), AUDIT_KEY_FILE)]

/** The same keys if they exist; none are generated. */
export async function findAuditKeys({ AUDIT_KEY, DATA_DIR }: AuditKeyConfig): Promise<string[]> {
  if (AUDIT_KEY) return AUDIT_KEY
  const kept = await readSecret(join(resolve(DATA_DIR), AUDIT_KEY_FILE)).catch(() => '')
  return kept ? [kept] : []
}

/**
 * The keys that encrypt the secrets of one-time codes: those of `FACTOR_KEY`, otherwise the one in the data folder,
 * made on the first call.
 */
export const getFactorKeys = async ({
  FACTOR_KEY,
  DATA_DIR,
}: Pick<Config, 'FACTOR_KEY' | 'DATA_DIR'>): Promise<[string, ...string[]]> =>
  FACTOR_KEY ?? [await getOrCreateSecret(resolve(DATA_DIR), FACTOR_KEY_FILE)]

/**
 * The keys that encrypt those of evidence files: those of `EVIDENCE_KEY`, otherwise the one in the data folder, made on
 * the first call.
 */
export const getEvidenceKeys = async ({
  EVIDENCE_KEY,
  DATA_DIR,
}: Pick<Config, 'EVIDENCE_KEY' | 'DATA_DIR'>): Promise<[string, ...string[]]> =>
  EVIDENCE_KEY ?? [await getOrCreateSecret(resolve(DATA_DIR), EVIDENCE_KEY_FILE)]

/**
 * The keys that encrypt what mails say: those of `MAIL_KEY`, otherwise the one in the data folder, made on the first
 * call.
 */
export const mailKeys = async ({
  MAIL_KEY,
  DATA_DIR,
}: Pick<Config, 'MAIL_KEY' | 'DATA_DIR'>): Promise<[string, ...string[]]> =>
  MAIL_KEY ?? [await getOrCreateSecret(resolve(DATA_DIR), MAIL_KEY_FILE)]

const PROOF_KEY_FILE = 'proof-key'
const PROOF_NONCE_KEY_FILE = 'proof-nonce-key'

type ProofSecretConfig = Pick<Config, 'PROOF_KEY' | 'PROOF_NONCE_KEY' | 'DATA_DIR'>

export interface ProofSecrets {
  /** The first signs; the others signed earlier snapshots. */
  signing: readonly [string, ...string[]]
  nonces: string
}

/** The secrets of the proof: configured ones, otherwise those in the data folder, made on the first call. */
export async function getProofSecrets(config: ProofSecretConfig): Promise<ProofSecrets> {
  const folder = resolve(config.DATA_DIR)
  return {
    signing: config.PROOF_KEY ?? [await getOrCreateSecret(folder, PROOF_KEY_FILE)],
    nonces: config.PROOF_NONCE_KEY || (await getOrCreateSecret(folder, PROOF_NONCE_KEY_FILE)),
  }
}

/** Each secret, and the file that it has in the data folder when the configuration does not name it. */
const SECRET_FILES = {
  TOKEN_SECRET: 'token-secret',
  ADMIN_PATH_SECRET: 'admin-path',
  AUDIT_KEY: AUDIT_KEY_FILE,
  PROOF_KEY: PROOF_KEY_FILE,
  PROOF_NONCE_KEY: PROOF_NONCE_KEY_FILE,
  FACTOR_KEY: FACTOR_KEY_FILE,
  EVIDENCE_KEY: EVIDENCE_KEY_FILE,
  MAIL_KEY: MAIL_KEY_FILE,
} as const

/** Where the secrets of this installation are, in words: variables, files of the data folder, or both. */
export function describeSecrets(config: Pick<Config, keyof typeof SECRET_FILES | 'DATA_DIR'>): string {
  const names = Object.keys(SECRET_FILES) as (keyof typeof SECRET_FILES)[]
  const set = names.filter((name) => config[name])
  const files = names.filter((name) => !config[name]).map((name) => SECRET_FILES[name])
  return [
    set.length > 0 ? `${set.join(', ')} of the environment` : '',
    files.length > 0 ? `${files.join(', ')} in ${resolve(config.DATA_DIR)}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
}
