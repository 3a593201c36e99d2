/**
 * Configuration is environment variables only. Each is declared here once: its default, its meaning and its parser. A
 * bad value stops the start with one line that names it.
 */
import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { isStrongPassword } from '#contract/identity/password-rules'

/** A variable was set to something that cannot be used. The message is the whole explanation. */
export class ConfigError extends Error {}

interface Variable<T> {
  /** Written into `.env.example`. */
  about: string
  /** The text used when the variable is unset or empty. */
  fallback: string
  read: (text: string) => T
}

const fail = (expected: string): never => {
  throw new ConfigError(expected)
}

const text = (about: string, fallback = ''): Variable<string> => ({ about, fallback, read: (value) => value })

const choice = <const T extends string>(about: string, fallback: T, words: readonly T[]): Variable<T> => ({
  about,
  fallback,
  read: (value) => words.find((word) => word === value) ?? fail(`must be one of ${words.join(', ')}`),
})

const number = (about: string, fallback: string, minimum: number, maximum: number): Variable<number> => ({
  about,
  fallback,
  read: (value) => {
    const parsed = Number(value)
    return value.trim() !== '' && parsed >= minimum && parsed <= maximum
      ? parsed
      : fail(`must be a number from ${minimum} to ${maximum}`)
  },
})

/** A base URL, before which paths are appended. */
const webAddress = (about: string, fallback: string): Variable<string> => ({
  about,
  fallback,
  read: (value) => {
    const url = URL.parse(value)
    return url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
      ? value.replace(/\/+$/, '')
      : fail('must be an address that starts with http:// or https://, without a query')
  },
})

/** Whole addresses or CIDR ranges, comma-separated. */
function readNetworks(value: string): BlockList {
  const list = new BlockList()
  for (const entry of value.split(',').map((part) => part.trim())) {
    if (!entry) continue
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits)
    if (!family || !Number.isInteger(length) || length < 0 || length > (family === 6 ? 128 : 32)) {
      fail(`must be a comma-separated list of addresses or CIDR ranges; '${entry}' is not valid`)
    }
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Least number of distinct characters in a secret; generated ones have more. */
const DISTINCT = 8

/** Throws for a secret that is short, or long only by repetition. */
function checkSecret(value: string, shortest: number): string {
  if (value.length < shortest) fail(`must be empty or at least ${shortest} characters long`)
  // A text that is the same when moved along by some characters repeats them.
  const repeats = Array.from({ length: value.length >> 1 }, (_, at) => at + 1).some(
    (period) => value.slice(period) === value.slice(0, -period),
  )
  if (repeats || new Set(value).size < DISTINCT) {
    fail('must be empty or random; generate one with openssl rand -hex 32')
  }
  return value
}

/** A secret behind which earlier ones stay configured, comma-separated; undefined when none is set. */
const replaceableSecret = (about: string): Variable<[string, ...string[]] | undefined> => ({
  about,
  fallback: '',
  read: (value) => {
    const [first, ...others] = value.split(',').map((key) => key.trim())
    return first
      ? ([first, ...others].map((key) => checkSecret(key, 32)) as [string, ...string[]])
      : undefined
  },
})

/** The password of a first account, by the rules for passwords. */
const password = (about: string): Variable<string> => ({
  about,
  fallback: '',
  read: (value) =>
    value === '' || isStrongPassword(value)
      ? value
      : fail(
          'must be empty, or 8 to 128 characters long with an uppercase letter, a lowercase letter, a number and a special character',
        ),
})

const databaseAddress = (about: string): Variable<string> => ({
  about,
  fallback: '',
  read: (value) =>
    value === '' || /^postgres(ql)?:\/\//.test(value)
      ? value
      : fail('must be empty or start with postgres:// or postgresql://'),
})

/** Failed sign-ins that lock an account, for one network and for all, at a scale of one. */
const LOCKOUT_FAILURES = 5
const ACCOUNT_LOCKOUT_FAILURES = 50
const LOCKOUT_MAX = 999_999

const failures = (about: string, atScaleOne: number): Variable<number | undefined> => ({
  about: `${about}, not affected by RATE_LIMIT_SCALE; empty for ${atScaleOne} times RATE_LIMIT_SCALE`,
  fallback: '',
  read: (value) => {
    if (value === '') return undefined
    const isUsable = /^[1-9]\d*$/.test(value) && Number(value) <= LOCKOUT_MAX
    return isUsable ? Number(value) : fail(`must be empty or a whole number from 1 to ${LOCKOUT_MAX}`)
  },
})

/** Every variable the server reads. */
export const variables = {
  PORT: {
    about: 'Port of the site and the API; 0 picks a free one',
    fallback: '4321',
    read: (value: string) =>
      /^\d{1,5}$/.test(value) && Number(value) <= 65_535
        ? Number(value)
        : fail('must be a whole number from 0 to 65535'),
  },
  HOST: text('Address to listen on; 0.0.0.0 for all interfaces', '127.0.0.1'),
  METRICS_PORT: {
    about: 'Port of the Prometheus metrics; empty to disable, 0 picks a free one',
    fallback: '',
    read: (value: string) =>
      value === ''
        ? undefined
        : /^\d{1,5}$/.test(value) && Number(value) <= 65_535
          ? Number(value)
          : fail('must be empty or a whole number from 0 to 65535'),
  },
  METRICS_HOST: text(
    'Address of the metrics, which require no sign-in: choose one that is not publicly reachable',
    '127.0.0.1',
  ),
  PUBLIC_ORIGIN: {
    about:
      'Address visitors use, without a path, such as https://lodefield.example; empty is http://localhost with the port',
    fallback: '',
    read: (value: string) => {
      if (value === '') return ''
      const url = URL.parse(value)
      return url && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '')
        ? url.origin
        : fail('must be an origin such as https://lodefield.example, without a path')
    },
  },
  DATA_DIR: text('Folder of the embedded database, generated secrets and uploads', '.data'),
  DATABASE_URL: databaseAddress(
    'PostgreSQL connection for the role used by the server; empty starts the embedded database in the data folder',
  ),
  DATABASE_DIRECT_URL: databaseAddress(
    'Direct connection to the same database, bypassing a pooler such as PgBouncer; empty without a pooler',
  ),
  DATABASE_OWNER_URL: databaseAddress(
    'Connection to the same database for the role that owns the tables and runs migrations; empty if DATABASE_URL is the owner, or migrations run elsewhere',
  ),
  ALLOW_NEWER_DATABASE: choice(
    'true allows starting and backing up with a database migrated by a newer version; for emergencies only, because this version does not know its rules',
    'false',
    ['true', 'false'],
  ),
  S3_ENDPOINT: {
    about:
      'Stores uploads in S3 or a compatible service, such as https://s3.eu-central-1.amazonaws.com; empty stores them in the data folder',
    fallback: '',
    read: (value: string) =>
      value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')
        ? value
        : fail('must be empty or an http(s) address'),
  },
  S3_BUCKET: text('Bucket for uploads'),
  S3_REGION: text('Region of the bucket', 'us-east-1'),
  S3_ACCESS_KEY_ID: text('Access key with permission to read, write, list and delete in the bucket'),
  S3_SECRET_ACCESS_KEY: text('Secret access key'),
  TOKEN_SECRET: {
    about: 'Signs access tokens, 32 characters or more; empty generates one in the data folder',
    fallback: '',
    read: (value: string) => (value === '' ? value : checkSecret(value, 32)),
  },
  AUDIT_KEY: replaceableSecret(
    'Seals the audit log, 32 characters or more; after a rotation, comma-separated: the first seals, all verify; empty generates one in the data folder',
  ),
  PROOF_KEY: replaceableSecret(
    'Signs proof snapshots, 32 characters or more; after a rotation, comma-separated: the first signs; empty generates one in the data folder',
  ),
  PROOF_NONCE_KEY: {
    about:
      'Derives the nonces that hide holdings in proof snapshots, 32 characters or more; empty generates one in the data folder',
    fallback: '',
    read: (value: string) => (value === '' ? value : checkSecret(value, 32)),
  },
  FACTOR_KEY: replaceableSecret(
    'Encrypts authenticator app secrets, 32 characters or more; after a rotation, comma-separated: the first encrypts, all decrypt; empty generates one in the data folder',
  ),
  EVIDENCE_KEY: replaceableSecret(
    'Encrypts the keys of evidence files, 32 characters or more; after a rotation, comma-separated: the first encrypts, all decrypt; empty generates one in the data folder',
  ),
  MAIL_KEY: replaceableSecret(
    'Encrypts the content of stored emails, 32 characters or more; after a rotation, comma-separated: the first encrypts, all decrypt; empty generates one in the data folder',
  ),
  EVIDENCE_RETENTION_DAYS: number(
    'Days evidence is retained after account closure or a rejected verification',
    '1825',
    0,
    36_500,
  ),
  CLAMAV_ADDRESS: {
    about:
      'Address of clamd, such as 127.0.0.1:3310, which scans evidence before it is stored; empty to disable scanning',
    fallback: '',
    read: (value: string) => {
      if (value === '') return undefined
      const [, host = '', port = ''] = /^\[?([^\s[\]]+?)\]?:(\d{1,5})$/.exec(value) ?? []
      return host && Number(port) >= 1 && Number(port) <= 65_535
        ? { host, port: Number(port) }
        : fail('must be empty, or host and port such as 127.0.0.1:3310')
    },
  },
  ADMIN_PATH_SECRET: {
    about:
      'Secret path segment of the administrator panel, 16 or more of A-Z a-z 0-9 - _; empty generates one in the data folder',
    fallback: '',
    read: (value: string) =>
      value === '' || /^[A-Za-z0-9_-]{16,128}$/.test(value)
        ? value && checkSecret(value, 16)
        : fail('must be empty or 16 to 128 of the characters A-Z a-z 0-9 - _'),
  },
  ADMIN_ALLOWED_IPS: {
    about:
      'Networks administrators can connect from: addresses or CIDR ranges, comma-separated; empty for all',
    fallback: '',
    read: (value: string) => (value.trim() === '' ? undefined : readNetworks(value)),
  },
  ADMIN_ALLOWED_COUNTRIES: {
    about: 'Countries administrators can connect from: ISO 3166-1 codes such as CA,US; empty for all',
    fallback: '',
    read: (value: string) =>
      value
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code !== '')
        .map((code) =>
          /^[A-Z]{2}$/.test(code) ? code : fail(`must be two-letter country codes; '${code}' is not valid`),
        ),
  },
  ADMIN_USERNAME: text('Username of the first administrator, created only if there is none', 'admin'),
  ADMIN_EMAIL: text('Email address of the first administrator', 'admin@lodefield.example'),
  ADMIN_PASSWORD: password(
    'Password of the first administrator; empty generates one, shown once on a terminal or otherwise written to first-passwords in the data folder',
  ),
  DEMO: choice(
    'Seed the demo investor into an empty database: true, false, or empty for the embedded database only',
    '',
    ['', 'true', 'false'],
  ),
  DEMO_EMAIL: text('Email address of the demo investor', 'investor@lodefield.example'),
  DEMO_PASSWORD: password(
    "Password of the demo investor; empty generates one, shown or written like the administrator's password",
  ),
  TRUST_PROXY: {
    about: 'Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, comma-separated',
    fallback: '',
    read: readNetworks,
  },
  SMTP_URL: {
    about:
      'Mail server for all email, such as smtps://user:password@mail.example; empty keeps email in the outbox, where npm run mail shows it',
    fallback: '',
    read: (value: string) =>
      value === '' ||
      (/^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '')
        ? value
        : fail('must be empty or an address such as smtps://user:password@mail.example'),
  },
  MAIL_FROM: {
    about: 'Sender of email, such as Lodefield <support@lodefield.example>; required if SMTP_URL is set',
    fallback: '',
    read: (value: string) =>
      value === '' || /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value)
        ? value
        : fail('must be one address, such as Lodefield <support@lodefield.example>'),
  },
  DKIM_DOMAIN: text('Domain that signs email (DKIM), the same as in MAIL_FROM; empty for no signature'),
  DKIM_SELECTOR: text('DKIM selector: name of the key in the DNS of the domain'),
  DKIM_KEY_FILE: text('File with the DKIM private key (PEM)'),
  RESET_LINK_MINUTES: number('Minutes a password reset link is valid', '30', 0.001, 1_440),
  CONFIRM_LINK_HOURS: number('Hours an email confirmation link is valid', '24', 0.000_1, 720),
  UNDO_LINK_HOURS: number(
    'Hours during which an email change can be disputed and a sign-in reported',
    '72',
    0.000_1,
    2_160,
  ),
  CLOSURE_DAYS: number('Days between an account closure request and the closure', '14', 0.000_01, 365),
  DRAIN_SECONDS: number(
    'Seconds after SIGTERM during which requests are still accepted while /ready returns 503, so that a load balancer can react',
    '0',
    0,
    60,
  ),
  RATE_LIMIT_SCALE: number('Multiplier for all rate limits, for tests and load runs', '1', 0.001, 1e9),
  LOCKOUT_FAILURES: failures(
    'Failed sign-ins within 15 minutes that lock an account for the network they come from (an IPv4 address or IPv6 /64)',
    LOCKOUT_FAILURES,
  ),
  ACCOUNT_LOCKOUT_FAILURES: failures(
    'Failed sign-ins within 15 minutes, from anywhere, that lock an account for all networks',
    ACCOUNT_LOCKOUT_FAILURES,
  ),
  ADMIN_SECOND_FACTOR: choice(
    'Two-step verification for administrators: required (without it they can only set it up), optional, or empty for required if PUBLIC_ORIGIN is https',
    '',
    ['', 'required', 'optional'],
  ),
  STEP_UP_MINUTES: number(
    'Minutes an identity confirmation (two-step verification, or the password without it) is valid for sensitive calls',
    '10',
    0.01,
    1_440,
  ),
  STEP_UP_AMOUNT: {
    about: 'Amount from which a subscription requires identity confirmation',
    fallback: '10000.00',
    read: (value: string) =>
      /^\d{1,12}(\.\d{1,2})?$/.test(value) ? value : fail('must be an amount such as 10000.00'),
  },
  DUAL_APPROVAL: choice(
    'Dual approval of large transactions, allotments, register movements, role changes and similar changes: on, or off for a single-administrator installation',
    'on',
    ['on', 'off'],
  ),
  APPROVAL_DAYS: number('Days after which a pending approval request expires', '7', 0.0001, 365),
  LOGIN_RECORD_DAYS: number(
    'Days sign-in records are retained, with IP address, location and device; the panel shows up to 365',
    '400',
    1,
    3_650,
  ),
  MARKET_FEED: choice('Source of market prices: live, simulated or off', 'live', [
    'live',
    'simulated',
    'off',
  ]),
  MARKET_SEED: number('Seed of the simulated feed', '7', 0, 4_294_967_295),
  COINGECKO_URL: webAddress(
    'Address of CoinGecko, the source of cryptocurrency prices',
    'https://api.coingecko.com/api/v3',
  ),
  COINGECKO_API_KEY: text(
    'API key for CoinGecko; with a non-default address it is treated as a paid plan and polled more often',
  ),
  METALS_URL: webAddress('Address of gold-api.com, the source of metal prices', 'https://api.gold-api.com'),
  LOG_LEVEL: choice('Minimum log level: trace, debug, info, warn, error, fatal or silent', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
} satisfies Record<string, Variable<unknown>>

/** Former names of variables, which are still read. */
const formerNames: Partial<Record<string, string>> = { DUAL_APPROVAL: 'FOUR_EYES' }

export type Config = { [Name in keyof typeof variables]: ReturnType<(typeof variables)[Name]['read']> }

/**
 * Reads the configuration. Throws a {@link ConfigError} with one line that names the variable, its rule and its
 * value; values of secrets are not repeated.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const given = environment[name] || environment[formerNames[name] ?? '']
    const value = given === undefined || given === '' ? variable.fallback : given
    try {
      return [name, variable.read(value)]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const shown = /PASSWORD|SECRET|KEY|URL/.test(name) ? '' : `, but is '${value}'`
      throw new ConfigError(`${name} ${error.message}${shown}`)
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (config.PUBLIC_ORIGIN === '') {
    config.PUBLIC_ORIGIN = `http://localhost:${config.PORT || variables.PORT.fallback}`
  }
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (config.S3_ENDPOINT && !config[name])
      throw new ConfigError(`${name} must be set if S3_ENDPOINT is set`)
  }
  if (config.SMTP_URL && !config.MAIL_FROM) throw new ConfigError('MAIL_FROM must be set if SMTP_URL is set')
  for (const name of ['DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const) {
    if (config.DKIM_DOMAIN && !config[name])
      throw new ConfigError(`${name} must be set if DKIM_DOMAIN is set`)
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const) {
    if (config[name] && !config.DATABASE_URL)
      throw new ConfigError(`DATABASE_URL must be set if ${name} is set`)
  }
  return config
}

/** A sentence for each variable that is set under a former name. */
export const warnOfFormerNames = (environment: Record<string, string | undefined> = process.env): string[] =>
  Object.entries(formerNames).flatMap(([name, former]) =>
    former && environment[former] ? [`${former} was renamed ${name}. Set ${name} instead.`] : [],
  )

/**
 * The database URL for work that needs a database session: LISTEN, migrations, backups, commands. Empty for the
 * embedded database.
 */
export const getDirectUrl = (config: Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_URL'>): string =>
  config.DATABASE_DIRECT_URL || config.DATABASE_URL

/** Where the database is reached by the role that migrates; empty for the embedded one. */
export const getOwnerUrl = (
  config: Pick<Config, 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_URL'>,
): string => config.DATABASE_OWNER_URL || getDirectUrl(config)

/** Whether a database of a newer version is used nevertheless. */
export const allowsNewer = ({ ALLOW_NEWER_DATABASE }: Pick<Config, 'ALLOW_NEWER_DATABASE'>): boolean =>
  ALLOW_NEWER_DATABASE === 'true'

/** Failed sign-ins that lock an account: the numbers that are set, which no scale of the limits moves. */
export const getLockoutLimits = ({
  LOCKOUT_FAILURES: ofNetwork,
  ACCOUNT_LOCKOUT_FAILURES: ofAccount,
  RATE_LIMIT_SCALE: scale,
}: Pick<Config, 'LOCKOUT_FAILURES' | 'ACCOUNT_LOCKOUT_FAILURES' | 'RATE_LIMIT_SCALE'>) => ({
  ofNetwork: ofNetwork ?? LOCKOUT_FAILURES * scale,
  ofAccount: ofAccount ?? ACCOUNT_LOCKOUT_FAILURES * scale,
})

/** Hours for which each kind of link in a mail is good. */
export const getEmailLinkLifetimes = (
  config: Pick<Config, 'RESET_LINK_MINUTES' | 'CONFIRM_LINK_HOURS' | 'UNDO_LINK_HOURS'>,
) => ({
  reset: config.RESET_LINK_MINUTES / 60,
  confirm: config.CONFIRM_LINK_HOURS,
  change: config.CONFIRM_LINK_HOURS,
  undo: config.UNDO_LINK_HOURS,
  not_me: config.UNDO_LINK_HOURS,
})

/** The key that signs mail, where there is one. Throws a {@link ConfigError} for a file that cannot be read. */
export async function loadDkimKey({
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_KEY_FILE: file,
}: Pick<Config, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY_FILE'>) {
  if (!domainName) return undefined
  const privateKey = await readFile(file, 'utf8').catch(() => '')
  if (!privateKey.includes('PRIVATE KEY'))
    throw new ConfigError(`DKIM_KEY_FILE does not contain a private key: ${file}`)
  return { domainName, keySelector, privateKey }
}

/** Whether administrators without a second factor can only set one up. */
export const isAdminFactorRequired = ({
  ADMIN_SECOND_FACTOR: rule,
  PUBLIC_ORIGIN: origin,
}: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'PUBLIC_ORIGIN'>): boolean =>
  rule === '' ? origin.startsWith('https:') : rule === 'required'

/** The bucket for uploads, when they are not in the data folder. */
export const getBucketOptions = (config: Config) =>
  config.S3_ENDPOINT === ''
    ? undefined
    : {
        endpoint: config.S3_ENDPOINT,
        bucket: config.S3_BUCKET,
        region: config.S3_REGION,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      }

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const lines = Object.entries(variables).map(
    ([name, { about, fallback }]) => `# ${about}\n${name}=${fallback}\n`,
  )
  return `# Every setting with its default. Copy to .env and change what you need.\n\n${lines.join('\n')}`
}
