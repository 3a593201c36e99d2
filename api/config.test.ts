import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  ConfigError,
  getLockoutLimits,
  isAdminFactorRequired,
  readConfig,
  renderEnvExample,
  variables,
  warnOfFormerNames,
} from './config.ts'

test.each([
  ['', 'https://lodefield.example', true],
  ['', 'http://localhost:4321', false],
  ['optional', 'https://lodefield.example', false],
  ['required', 'http://localhost:4321', true],
] as const)('administrators with the rule %j at %s need a second factor: %s', (rule, origin, isRequired) => {
  const config = { ADMIN_SECOND_FACTOR: rule, PUBLIC_ORIGIN: origin }
  expect(isAdminFactorRequired(config)).toBe(isRequired)
})

describe('configuration', () => {
  test('an empty environment gets the documented defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 4321, HOST: '127.0.0.1', DATA_DIR: '.data', MARKET_FEED: 'live' })
  })

  test('a variable is read under its former name, with a warning, unless it is set under its own', () => {
    const former = { FOUR_EYES: 'off' }
    expect([
      readConfig(former).DUAL_APPROVAL,
      readConfig({ ...former, DUAL_APPROVAL: 'on' }).DUAL_APPROVAL,
    ]).toEqual(['off', 'on'])
    expect(warnOfFormerNames(former)).toEqual([
      'FOUR_EYES was renamed DUAL_APPROVAL. Set DUAL_APPROVAL instead.',
    ])
    expect(warnOfFormerNames({ DUAL_APPROVAL: 'off' })).toEqual([])
    expect(() => readConfig({ FOUR_EYES: 'maybe' })).toThrow(/DUAL_APPROVAL must be one of on, off/)
  })

  test('the address of visitors follows the port until it is set', () => {
    expect(readConfig({}).PUBLIC_ORIGIN).toBe('http://localhost:4321')
    expect(readConfig({ PORT: '4700' }).PUBLIC_ORIGIN).toBe('http://localhost:4700')
    expect(readConfig({ PORT: '4700', PUBLIC_ORIGIN: 'https://lodefield.example' }).PUBLIC_ORIGIN).toBe(
      'https://lodefield.example',
    )
  })

  test.each([
    ['PORT', '70000', /^PORT must be a whole number from 0 to 65535, but is '70000'$/],
    ['PORT', '12a', /^PORT must be/],
    ['PUBLIC_ORIGIN', 'https://x.example/path', /^PUBLIC_ORIGIN must be an origin/],
    ['PUBLIC_ORIGIN', 'javascript:alert(1)', /^PUBLIC_ORIGIN must be an origin/],
    ['MARKET_FEED', 'sometimes', /^MARKET_FEED must be one of live, simulated, off/],
    ['RATE_LIMIT_SCALE', '0', /^RATE_LIMIT_SCALE must be a number/],
    ['LOCKOUT_FAILURES', '0', /^LOCKOUT_FAILURES must be empty or a whole number/],
    ['ACCOUNT_LOCKOUT_FAILURES', '1000000', /^ACCOUNT_LOCKOUT_FAILURES must be empty or a whole number/],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be a comma-separated list of addresses or CIDR ranges/],
    ['DATABASE_URL', 'mysql://x:secret@host/db', /^DATABASE_URL must be empty or start with/],
    ['DATABASE_OWNER_URL', 'mysql://x:secret@host/db', /^DATABASE_OWNER_URL must be empty or start with/],
    [
      'DATABASE_OWNER_URL',
      'postgres://x:secret@host/db',
      /^DATABASE_URL must be set if DATABASE_OWNER_URL is set$/,
    ],
    ['ADMIN_PASSWORD', 'a', /^ADMIN_PASSWORD must be empty, or 8 to 128 characters long with/],
    ['ADMIN_PASSWORD', 'alllowercase1!', /^ADMIN_PASSWORD must be/],
    ['DEMO_PASSWORD', 'Short1!', /^DEMO_PASSWORD must be/],
    ['TOKEN_SECRET', 'short', /^TOKEN_SECRET must be empty or at least 32 characters long$/],
    ['TOKEN_SECRET', 'a'.repeat(64), /^TOKEN_SECRET must be empty or random/],
    ['TOKEN_SECRET', 'abcdefghij'.repeat(4), /^TOKEN_SECRET must be empty or random/],
    ['ADMIN_PATH_SECRET', 'admin-admin-admin-', /^ADMIN_PATH_SECRET must be empty or random/],
    ['ADMIN_PATH_SECRET', '1111111111111112', /^ADMIN_PATH_SECRET must be empty or random/],
    ['AUDIT_KEY', 'short', /^AUDIT_KEY must be empty or at least 32/],
    ['AUDIT_KEY', `${'0123456789abcdef'.repeat(4)}`, /^AUDIT_KEY must be empty or random/],
    ['AUDIT_KEY', 'key-of-the-audit-log-0123456789-abcdef,short', /^AUDIT_KEY must be empty or at least 32/],
    ['PROOF_KEY', 'key-of-the-proof-0123456789-abcdefghij,short', /^PROOF_KEY must be empty or at least 32/],
    ['FACTOR_KEY', 'short', /^FACTOR_KEY must be empty or at least 32/],
    ['STEP_UP_AMOUNT', '1e4', /^STEP_UP_AMOUNT must be an amount/],
    ['STEP_UP_MINUTES', '0', /^STEP_UP_MINUTES must be a number from 0.01/],
    ['PROOF_NONCE_KEY', 'short', /^PROOF_NONCE_KEY must be empty or at least 32/],
  ])('%s=%s stops the start with one line', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(message)
  })

  test('accepts the secrets that the commands of docs/operations.md generate', () => {
    for (let times = 0; times < 200; times++) {
      const [secret, key, path] = [32, 32, 16].map((bytes) => randomBytes(bytes).toString('hex'))
      const config = readConfig({
        TOKEN_SECRET: secret,
        AUDIT_KEY: `${key},${secret}`,
        ADMIN_PATH_SECRET: path,
      })
      expect(config).toMatchObject({
        TOKEN_SECRET: secret,
        AUDIT_KEY: [key, secret],
        ADMIN_PATH_SECRET: path,
      })
    }
  })

  test('neither a password nor a secret is repeated in the message', () => {
    for (const name of [
      'ADMIN_PASSWORD',
      'TOKEN_SECRET',
      'AUDIT_KEY',
      'PROOF_KEY',
      'PROOF_NONCE_KEY',
      'FACTOR_KEY',
      'ADMIN_PATH_SECRET',
    ]) {
      expect(() => readConfig({ [name]: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
    }
  })

  test.each([
    [{}, 5, 50],
    [{ RATE_LIMIT_SCALE: '2' }, 10, 100],
    [{ RATE_LIMIT_SCALE: '100000', LOCKOUT_FAILURES: '3' }, 3, 5_000_000],
    [{ RATE_LIMIT_SCALE: '100000', ACCOUNT_LOCKOUT_FAILURES: '20' }, 500_000, 20],
  ])(
    'with %o %i failures lock an account for a network, %i for all networks',
    (environment, ofNetwork, ofAccount) => {
      expect(getLockoutLimits(readConfig(environment))).toEqual({ ofNetwork, ofAccount })
    },
  )

  test('a rejected secret is not repeated in the message', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://x:hunter2@host/db' })).toThrow(/^(?!.*hunter2)/)
  })

  test('.env.example lists every variable with its default', () => {
    const example = readFileSync(new URL('.env.example', `file://${process.cwd()}/`), 'utf8')
    // To bring it along: bun -e "import { describeConfig } from './api/config.ts'; await Bun.write('.env.example', describeConfig())"
    expect(example).toBe(renderEnvExample())
    for (const name of Object.keys(variables)) expect(example).toContain(`\n${name}=`)
  })
})
