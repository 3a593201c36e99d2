/**
 * Configuration is environment variables only. Each is declared here once: its default, its meaning and its parser. A
 * bad value stops the start with one line that names it.
 */
import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { isStrongPassword } from '#contract/password-rules'

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
      fail(`must be addresses or CIDR ranges separated by commas; '${entry}' is neither`)
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
    fail('must be empty or random: openssl rand -hex 32 makes one')
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
  about: `${about}, independent of RATE_LIMIT_SCALE; empty for ${atScaleOne} times RATE_LIMIT_SCALE`,
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
  HOST: text('Address to listen on; 0.0.0.0 for every interface', '127.0.0.1'),
  METRICS_PORT: {
    about: 'Port of the metrics for Prometheus; empty for none, 0 picks a free one',
    fallback: '',
    read: (value: string) =>
      value === ''
        ? undefined
        : /^\d{1,5}$/.test(value) && Number(value) <= 65_535
          ? Number(value)
          : fail('must be empty or a whole number from 0 to 65535'),
  },
  METRICS_HOST: text(
    'Address of the metrics; they need no sign-in, so choose one that visitors cannot reach',
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
    'A PostgreSQL to use, for the role the server connects as; empty starts the embedded one in the data folder',
  ),
  DATABASE_DIRECT_URL: databaseAddress(
    'The same database without its connection pooler such as PgBouncer, for connections that need a session; empty without a pooler',
  ),
  DATABASE_OWNER_URL: databaseAddress(
    'The same database for the role that owns the tables, which migrates; empty where DATABASE_URL is the owner, or migrations run elsewhere',
  ),
  ALLOW_NEWER_DATABASE: choice(
    'true starts, and backs up, on a database that a newer version has migrated: for emergencies only, since this version does not know the rules of that one',
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
  S3_BUCKET: text('Bucket of the uploads'),
  S3_REGION: text('Region of that bucket', 'us-east-1'),
  S3_ACCESS_KEY_ID: text('Key that may read, write, list and delete in that bucket'),
  S3_SECRET_ACCESS_KEY: text('Secret of that key'),
  TOKEN_SECRET: {
    about: 'Signs access tokens, 32 characters or more; empty generates one into the data folder',
    fallback: '',
    read: (value: string) => (value === '' ? value : checkSecret(value, 32)),
  },
  AUDIT_KEY: replaceableSecret(
    'Seals the audit log, 32 characters or more; several, comma-separated, when it was replaced: the first seals, all verify; empty generates one into the data folder',
  ),
  PROOF_KEY: replaceableSecret(
    'Signs the snapshots of the proof, 32 characters or more; several, comma-separated, when it was replaced: the first signs; empty generates one into the data folder',
  ),
  PROOF_NONCE_KEY: {
    about:
      'Makes the nonces that hide holdings in the snapshots of the proof, 32 characters or more; empty generates one into the data folder',
    fallback: '',
    read: (value: string) => (value === '' ? value : checkSecret(value, 32)),
  },
  FACTOR_KEY: replaceableSecret(
    'Encrypts the secrets of one-time codes, 32 characters or more; several, comma-separated, when it was replaced: the first encrypts, all decrypt; empty generates one into the data folder',
  ),
  EVIDENCE_KEY: replaceableSecret(
    'Encrypts the keys of evidence files, 32 characters or more; several, comma-separated, when it was replaced: the first encrypts, all decrypt; empty generates one into the data folder',
  ),
  MAIL_KEY: replaceableSecret(
    'Encrypts what stored mails say, 32 characters or more; several, comma-separated, when it was replaced: the first encrypts, all decrypt; empty generates one into the data folder',
  ),
  EVIDENCE_RETENTION_DAYS: number(
    'Days for which evidence is kept after an account was closed or its verification refused',
    '1825',
    0,
    36_500,
  ),
  CLAMAV_ADDRESS: {
    about:
      'Where clamd listens, such as 127.0.0.1:3310: it scans evidence before it is stored; empty for no scan',
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
      'Path segment of the administrators, 16 or more of A-Z a-z 0-9 - _; empty generates one into the data folder',
    fallback: '',
    read: (value: string) =>
      value === '' || /^[A-Za-z0-9_-]{16,128}$/.test(value)
        ? value && checkSecret(value, 16)
        : fail('must be empty or 16 to 128 of the characters A-Z a-z 0-9 - _'),
  },
  ADMIN_ALLOWED_IPS: {
    about: 'Networks administrators may come from: addresses or CIDR ranges, comma-separated; empty for all',
    fallback: '',
    read: (value: string) => (value.trim() === '' ? undefined : readNetworks(value)),
  },
  ADMIN_ALLOWED_COUNTRIES: {
    about: 'Countries administrators may come from: ISO 3166-1 codes such as CA,US; empty for all',
    fallback: '',
    read: (value: string) =>
      value
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code !== '')
        .map((code) =>
          /^[A-Z]{2}$/.test(code) ? code : fail(`must be two-letter country codes; '${code}' is none`),
        ),
  },
  ADMIN_USERNAME: text('User name of the first administrator, created only when there is none', 'admin'),
  ADMIN_EMAIL: text('E-mail address of the first administrator', 'admin@lodefield.example'),
  ADMIN_PASSWORD: password(
    'Password of the first administrator; empty generates one, shown once on a terminal, else written to first-passwords in the data folder',
  ),
  DEMO: choice(
    'Seed the demo investor into an empty database: true, false, or empty for only with the embedded one',
    '',
    ['', 'true', 'false'],
  ),
  DEMO_EMAIL: text('E-mail address of the demo investor', 'investor@lodefield.example'),
  DEMO_PASSWORD: password(
    "Password of the demo investor; empty generates one, shown or written like the administrator's",
  ),
  TRUST_PROXY: {
    about: 'Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, comma-separated',
    fallback: '',
    read: readNetworks,
  },
  SMTP_URL: {
    about:
      'Mail server that sends links and replies, such as smtps://user:password@mail.example; empty leaves them in the outbox, where npm run mail shows them',
    fallback: '',
    read: (value: string) =>
      value === '' ||
      (/^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '')
        ? value
        : fail('must be empty or an address such as smtps://user:password@mail.example'),
  },
  MAIL_FROM: {
    about: 'Sender of mail, such as Lodefield <support@lodefield.example>; needed where SMTP_URL is set',
    fallback: '',
    read: (value: string) =>
      value === '' || /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value)
        ? value
        : fail('must be one address, such as Lodefield <support@lodefield.example>'),
  },
  DKIM_DOMAIN: text('Domain that signs mail (DKIM), that of MAIL_FROM; empty for no signature'),
  DKIM_SELECTOR: text('Name of the key in the DNS of that domain'),
  DKIM_KEY_FILE: text('File with the private key of that name, as PEM'),
  RESET_LINK_MINUTES: number('Minutes for which a link for a new password is good', '30', 0.001, 1_440),
  CONFIRM_LINK_HOURS: number('Hours for which a link that confirms an email is good', '24', 0.000_1, 720),
  UNDO_LINK_HOURS: number(
    'Hours for which a change of email can be taken back, and a sign-in reported',
    '72',
    0.000_1,
    2_160,
  ),
  CLOSURE_DAYS: number(
    'Days between the request of an investor to close the account and its closing',
    '14',
    0.000_01,
    365,
  ),
  DRAIN_SECONDS: number(
    'Seconds after SIGTERM in which requests are still accepted while /ready responds 503: the time a load balancer needs to notice',
    '0',
    0,
    60,
  ),
  RATE_LIMIT_SCALE: number('Factor on every rate limit, for tests and load runs', '1', 0.001, 1e9),
  LOCKOUT_FAILURES: failures(
    'Failed sign-ins within 15 minutes that lock an account for the network they came from (an IPv4 address or an IPv6 /64)',
    LOCKOUT_FAILURES,
  ),
  ACCOUNT_LOCKOUT_FAILURES: failures(
    'Failed sign-ins within 15 minutes, from anywhere, that lock an account for all networks',
    ACCOUNT_LOCKOUT_FAILURES,
  ),
  ADMIN_SECOND_FACTOR: choice(
    'Whether administrators need a second factor: required (without one they can only set one up), optional, or empty for required where PUBLIC_ORIGIN is https',
    '',
    ['', 'required', 'optional'],
  ),
  STEP_UP_MINUTES: number(
    'Minutes for which a confirmation with a second factor, or with the password of an account without one, counts for sensitive calls',
    '10',
    0.01,
    1_440,
  ),
  STEP_UP_AMOUNT: {
    about: 'Amount from which a subscription needs such a confirmation',
    fallback: '10000.00',
    read: (value: string) =>
      /^\d{1,12}(\.\d{1,2})?$/.test(value) ? value : fail('must be an amount such as 10000.00'),
  },
  FOUR_EYES: choice(
    'Whether a second administrator has to approve large transactions, allotments, movements of the register, roles and the like: on, or off for an installation that one person runs',
    'on',
    ['on', 'off'],
  ),
  APPROVAL_DAYS: number('Days after which a proposal that was not decided expires', '7', 0.0001, 365),
  LOGIN_RECORD_DAYS: number(
    'Days for which login records are kept, with IP address, place and device; the panel shows 365 at most',
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
  COINGECKO_URL: webAddress('Address of CoinGecko, the source of coins', 'https://api.coingecko.com/api/v3'),
  COINGECKO_API_KEY: text(
    'Key for CoinGecko; at another address than the default it counts as a paid plan, which is polled more often',
  ),
  METALS_URL: webAddress('Address of gold-api.com, the source of metals', 'https://api.gold-api.com'),
  LOG_LEVEL: choice(
    'Lowest level of log lines that are written: trace, debug, info, warn, error, fatal or silent',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  ),
} satisfies Record<string, Variable<unknown>>

export type Config = { [Name in keyof typeof variables]: ReturnType<(typeof variables)[Name]['read']> }

/**
 * Reads the configuration. Throws a {@link ConfigError} with one line that names the variable, its rule and its
 * value; values of secrets are not repeated.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const given = environment[name]
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
    if (config.S3_ENDPOINT && !config[name]) throw new ConfigError(`${name} must be set where S3_ENDPOINT is`)
  }
  if (config.SMTP_URL && !config.MAIL_FROM) throw new ConfigError('MAIL_FROM must be set where SMTP_URL is')
  for (const name of ['DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const) {
    if (config.DKIM_DOMAIN && !config[name]) throw new ConfigError(`${name} must be set where DKIM_DOMAIN is`)
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const) {
    if (config[name] && !config.DATABASE_URL)
      throw new ConfigError(`DATABASE_URL must be set where ${name} is`)
  }
  return config
}

/**
 * The database URL for work that needs a database session: LISTEN, migrations, backups, commands. Empty for the
 * embedded database.
 */
export const directUrlOf = (config: Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_URL'>): string =>
  config.DATABASE_DIRECT_URL || config.DATABASE_URL

/** Where the database is reached by the role that migrates; empty for the embedded one. */
export const ownerUrlOf = (
  config: Pick<Config, 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_URL'>,
): string => config.DATABASE_OWNER_URL || directUrlOf(config)

/** Whether a database of a newer version is used nevertheless. */
export const allowsNewer = ({ ALLOW_NEWER_DATABASE }: Pick<Config, 'ALLOW_NEWER_DATABASE'>): boolean =>
  ALLOW_NEWER_DATABASE === 'true'

/** Failed sign-ins that lock an account: the numbers that are set, which no scale of the limits moves. */
export const lockoutLimits = ({
  LOCKOUT_FAILURES: ofNetwork,
  ACCOUNT_LOCKOUT_FAILURES: ofAccount,
  RATE_LIMIT_SCALE: scale,
}: Pick<Config, 'LOCKOUT_FAILURES' | 'ACCOUNT_LOCKOUT_FAILURES' | 'RATE_LIMIT_SCALE'>) => ({
  ofNetwork: ofNetwork ?? LOCKOUT_FAILURES * scale,
  ofAccount: ofAccount ?? ACCOUNT_LOCKOUT_FAILURES * scale,
})

/** Hours for which each kind of link in a mail is good. */
export const linkHours = (
  config: Pick<Config, 'RESET_LINK_MINUTES' | 'CONFIRM_LINK_HOURS' | 'UNDO_LINK_HOURS'>,
) => ({
  reset: config.RESET_LINK_MINUTES / 60,
  confirm: config.CONFIRM_LINK_HOURS,
  change: config.CONFIRM_LINK_HOURS,
  undo: config.UNDO_LINK_HOURS,
  not_me: config.UNDO_LINK_HOURS,
})

/** The key that signs mail, where there is one. Throws a {@link ConfigError} for a file that cannot be read. */
export async function readDkim({
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_KEY_FILE: file,
}: Pick<Config, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY_FILE'>) {
  if (!domainName) return undefined
  const privateKey = await readFile(file, 'utf8').catch(() => '')
  if (!privateKey.includes('PRIVATE KEY'))
    throw new ConfigError(`DKIM_KEY_FILE names no private key: ${file}`)
  return { domainName, keySelector, privateKey }
}

/** Whether administrators without a second factor can only set one up. */
export const isAdminFactorRequired = ({
  ADMIN_SECOND_FACTOR: rule,
  PUBLIC_ORIGIN: origin,
}: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'PUBLIC_ORIGIN'>): boolean =>
  rule === '' ? origin.startsWith('https:') : rule === 'required'

/** The bucket for uploads, when they are not in the data folder. */
export const bucketOf = (config: Config) =>
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
export function describeConfig(): string {
  const lines = Object.entries(variables).map(
    ([name, { about, fallback }]) => `# ${about}\n${name}=${fallback}\n`,
  )
  return `# Every setting with its default. Copy to .env and change what you need.\n\n${lines.join('\n')}`
}
