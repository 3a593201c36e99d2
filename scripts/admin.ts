/** `bun run admin`: administrators' accounts, from the terminal of the machine. */
import { parseArgs } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import { AdminProfileBody } from '#contract/administrators'
import { generatePassword } from '#generated-password'
import {
  createAdministrator,
  listAdministrators,
  removeFactors,
  resetPassword,
  setActive,
} from '#modules/administrators/maintenance'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
// Registers the format of email addresses.
import '#http/pipeline/validation'
import { withAudit } from './audited.ts'
import { runMain, StartError } from './progress.ts'
import { readNewPassword } from './secret-input.ts'
import { withStore } from './store.ts'

const usage = `Administrators' accounts

  bun run admin list
  bun run admin create <username> <email> [--roles owner,operator] [--generate]
  bun run admin reset-password <username> [--generate]
  bun run admin enable <username> [--former-email]
  bun run admin disable <username>
  bun run admin remove-factors <username>

Roles are owner (the default), operator, compliance, support and auditor; several are separated by commas.
A password is asked for, or read from a pipe; with --generate one is made and shown once.
Enabling an account that a disputed change of email has locked resolves the dispute: it keeps its present email, or with --former-email gets the former one back.
A reset, a disabling and a removal of second factors end all sessions of the account. Every change is kept in the audit log.`

/** The password to set; a generated one is printed here, and nowhere else. */
async function choosePassword(generate: boolean): Promise<string> {
  if (!generate) return readNewPassword()
  const password = generatePassword()
  console.log(`Password, shown this once: ${password}`)
  return password
}

async function list(): Promise<void> {
  const rows = await withStore(listAdministrators)
  const width = Math.max(8, ...rows.map(({ username }) => username.length))
  for (const { username, email, roles, is_active, last_login_at } of rows) {
    const seen = last_login_at ? `last sign-in ${last_login_at.toISOString()}` : 'never signed in'
    console.log(
      `${username.padEnd(width)}  ${is_active ? 'active  ' : 'disabled'}  ${email}  ${roles.join(', ')}  ${seen}`,
    )
  }
  if (rows.length === 0)
    console.log('There is no administrator. The next start of the server makes the first one.')
}

/** The roles after `--roles`, separated by commas; an owner without the option. */
function readRoles(text: string | undefined): AdminRole[] {
  if (text === undefined) return ['owner']
  const names = new Set(text.split(',').map((name) => name.trim()))
  const roles = adminRoles.filter((role) => names.delete(role))
  if (names.size === 0 && roles.length > 0) return roles
  throw new StartError(`Roles are ${adminRoles.join(', ')}; several are separated by commas.`)
}

async function create(username: string, email: string, roles: AdminRole[], generate: boolean): Promise<void> {
  if (!Value.Check(AdminProfileBody, { username, email })) {
    throw new StartError('The username has 1 to 100 characters, and the email must be one.')
  }
  const password = await choosePassword(generate)
  await withAudit(() => createAdministrator({ username, email: email.toLowerCase(), password, roles }))
  console.log(`Created the administrator ${username} with the role ${roles.join(', ')}.`)
}

async function reset(username: string, generate: boolean): Promise<void> {
  const password = await choosePassword(generate)
  await withAudit(() => resetPassword(username, password))
  console.log(`Changed the password of ${username} and ended all sessions.`)
}

async function switchActive(username: string, active: boolean, former: boolean): Promise<void> {
  await withAudit(() => setActive(username, active, { former }))
  console.log(
    active ? `${username} can sign in.` : `${username} cannot sign in any more; all sessions are ended.`,
  )
}

async function withoutFactors(username: string): Promise<void> {
  const removed = await withAudit(() => removeFactors(username))
  console.log(
    `Removed ${removed === 1 ? 'the second factor' : `${removed} second factors`} of ${username} and ended all sessions. The password alone signs in.`,
  )
}

async function run(
  [command, username, email]: string[],
  {
    generate = false,
    roles,
    'former-email': former = false,
  }: { generate?: boolean; roles?: string; 'former-email'?: boolean },
): Promise<number> {
  if (command === 'list') await list()
  else if (command === 'create' && username && email)
    await create(username, email, readRoles(roles), generate)
  else if (command === 'reset-password' && username) await reset(username, generate)
  else if ((command === 'enable' || command === 'disable') && username) {
    await switchActive(username, command === 'enable', former)
  } else if (command === 'remove-factors' && username) {
    await withoutFactors(username)
  } else {
    console.log(usage)
    return command === undefined || command === 'help' ? 0 : 1
  }
  return 0
}

function readWords() {
  const options = {
    generate: { type: 'boolean' },
    roles: { type: 'string' },
    'former-email': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`)
  }
}

await runMain(async () => {
  try {
    const { values, positionals } = readWords()
    return await run(positionals, values)
  } catch (error) {
    // Errors that the person at the terminal can fix: a name in use, a weak password, an unknown name.
    if (error instanceof Error && error.name === 'Problem') throw new StartError(error.message)
    throw error
  }
})
