/** `bun run admin`: administrator accounts, from the machine's terminal. */
import { parseArgs } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import { AdminProfileBody } from '#contract/identity/admin-account'
import { generatePassword } from '#generate-password'
import {
  createAdministrator,
  listAdministrators,
  resetFactors,
  resetPassword,
  setActive,
} from '#modules/identity/administrators/command-line-accounts'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
// Registers the format of email addresses.
import '#http/pipeline/validation'
import { withDatabase } from './command-database.ts'
import { promptForPassword } from './read-password.ts'
import { runWithAudit } from './run-with-audit.ts'
import { CommandError, runMain } from './terminal-output.ts'

const usage = `Administrators' accounts

  bun run admin list
  bun run admin create <username> <email> [--roles owner,operator] [--generate]
  bun run admin reset-password <username> [--generate]
  bun run admin enable <username> [--former-email]
  bun run admin disable <username>
  bun run admin remove-factors <username>

Roles: owner (default), operator, compliance, support, auditor. Separate several roles with commas.
You are prompted for a password, or it is read from standard input; --generate generates one and shows it once.
Enabling an account locked by an email dispute resolves the dispute: the current email is kept, or with --former-email the previous one is restored.
Resetting a password, disabling an account and removing two-step verification end all its sessions. Every change is recorded in the audit log.`

/** The password to set; a generated one is printed here and nowhere else. */
async function choosePassword(generate: boolean): Promise<string> {
  if (!generate) return promptForPassword()
  const password = generatePassword()
  console.log(`Password (shown only once): ${password}`)
  return password
}

async function list(): Promise<void> {
  const rows = await withDatabase(listAdministrators)
  const width = Math.max(8, ...rows.map(({ username }) => username.length))
  for (const { username, email, roles, is_active, last_login_at } of rows) {
    const seen = last_login_at ? `last sign-in ${last_login_at.toISOString()}` : 'never signed in'
    console.log(
      `${username.padEnd(width)}  ${is_active ? 'active  ' : 'disabled'}  ${email}  ${roles.join(', ')}  ${seen}`,
    )
  }
  if (rows.length === 0)
    console.log('No administrators. The first one is created when the server next starts.')
}

/** The roles after `--roles`, comma-separated; an owner without the option. */
function readRoles(text: string | undefined): AdminRole[] {
  if (text === undefined) return ['owner']
  const names = new Set(text.split(',').map((name) => name.trim()))
  const roles = adminRoles.filter((role) => names.delete(role))
  if (names.size === 0 && roles.length > 0) return roles
  throw new CommandError(`Valid roles: ${adminRoles.join(', ')}. Separate several roles with commas.`)
}

async function create(username: string, email: string, roles: AdminRole[], generate: boolean): Promise<void> {
  if (!Value.Check(AdminProfileBody, { username, email })) {
    throw new CommandError('Enter a username of 1 to 100 characters and a valid email address.')
  }
  const password = await choosePassword(generate)
  await runWithAudit(() => createAdministrator({ username, email: email.toLowerCase(), password, roles }))
  console.log(`Created administrator ${username} (${roles.join(', ')}).`)
}

async function reset(username: string, generate: boolean): Promise<void> {
  const password = await choosePassword(generate)
  await runWithAudit(() => resetPassword(username, password))
  console.log(`Password of ${username} changed; all sessions ended.`)
}

async function switchActive(username: string, active: boolean, former: boolean): Promise<void> {
  await runWithAudit(() => setActive(username, active, { former }))
  console.log(active ? `${username} can sign in.` : `${username} can no longer sign in; all sessions ended.`)
}

async function withoutFactors(username: string): Promise<void> {
  const removed = await runWithAudit(() => resetFactors(username))
  console.log(
    `Removed ${removed === 1 ? 'the two-step verification method' : `${removed} two-step verification methods`} of ${username} and ended all sessions. ${username} can now sign in with the password alone.`,
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
    throw new CommandError(`${(error as Error).message}\n\n${usage}`)
  }
}

await runMain(async () => {
  try {
    const { values, positionals } = readWords()
    return await run(positionals, values)
  } catch (error) {
    // Errors that the person at the terminal can fix: a name in use, a weak password, an unknown name.
    if (error instanceof Error && error.name === 'Problem') throw new CommandError(error.message)
    throw error
  }
})
