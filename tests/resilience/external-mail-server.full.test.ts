import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import {
  ADMIN_PATH_PREFIX,
  endServers,
  openCallers,
  type Server,
  startServer,
  ticket,
  waitUntil,
} from './server.ts'
import { findFreePort } from './system-programs.ts'

interface Letter {
  from: string
  to: string[]
  user: string | undefined
  content: string
}

const USER = 'desk'
const PASSWORD = 'only-for-tests'

let port: number
let mail: Awaited<ReturnType<typeof startMail>>
let store: TestDatabase
let callers: ReturnType<typeof openCallers>
let server: Server
let admin: Record<string, string>

/** A connection that its client has not closed yet is ended after this time; missing from the package's types. */
const closing = { closeTimeout: 500 }

/** A mail server that requires a password; it rejects mail to `deferred@` and `refused@`. */
async function startMail(secret = PASSWORD) {
  const letters: Letter[] = []
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    ...closing,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === secret
        ? done(null, { user: USER })
        : done(new Error('Wrong password')),
    onRcptTo({ address }, _session, done) {
      const responseCode = { deferred: 451, refused: 550 }[address.split('@')[0] ?? '']
      done(responseCode ? Object.assign(new Error('Not taken'), { responseCode }) : null)
    },
    async onData(stream, { envelope, user }, done) {
      const content = await text(stream)
      const to = envelope.rcptTo.map(({ address }) => address)
      letters.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to, user, content })
      done()
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((listening) => smtp.listen(port, '127.0.0.1', listening))
  return { letters, stop: () => new Promise<void>((closed) => smtp.close(closed)) }
}

beforeAll(async () => {
  port = await findFreePort()
  mail = await startMail()
  store = await createTestDatabase()
  callers = openCallers(store.url)
  server = await startServer({
    DATABASE_URL: store.url,
    SMTP_URL: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    MAIL_FROM: 'Lodefield <desk@lodefield.example>',
  })
  admin = (await callers.signInAdmin()).headers
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await mail.stop()
  await store.drop()
})

/** Sends a ticket of `email` and replies to it; returns the reference of the ticket. */
async function replyTo(email: string, message: string): Promise<string> {
  const sent = await server.call('POST', '/support/ticket', { body: { ...ticket('Custody'), email } })
  const { reference } = sent.body
  const [row] = await store.sql`select id from support_tickets where reference = ${reference}`
  const reply = await server.call('POST', `${ADMIN_PATH_PREFIX}/support/tickets/${row?.id}/replies`, {
    headers: admin,
    body: { message },
  })
  expect(reply.status).toBe(201)
  return reference
}

const stateOf = async (reference: string) =>
  (await store.sql`select status, attempts, last_error from outbox where reference = ${reference}`)[0]
const lettersTo = (email: string) => mail.letters.filter(({ to }) => to.includes(email))

test('a reply reaches a mail server that requires a password', async () => {
  const reference = await replyTo('ada@visitor.example', 'Über die Verwahrung: in einem Tresor.\n.\nEnde.')
  await waitUntil(
    () => stateOf(reference),
    (row) => row?.status === 'sent',
  )
  const [letter, ...others] = lettersTo('ada@visitor.example')
  expect(others).toEqual([])
  expect(letter).toMatchObject({ from: 'desk@lodefield.example', to: ['ada@visitor.example'], user: USER })
  expect(letter?.content).toContain(`X-Reference: ${reference}`)
  expect(letter?.content).toMatch(/^Message-ID: <\S+@lodefield\.example>$/im)
})

test('email waits for a mail server that is down, and is sent once when it is back', async () => {
  await mail.stop()
  const reference = await replyTo('bob@visitor.example', 'Later')
  await waitUntil(
    () => stateOf(reference),
    (row) => row?.last_error !== null,
  )
  expect(await stateOf(reference)).toMatchObject({ status: 'pending', attempts: 1 })
  mail = await startMail()
  // Instead of waiting a minute until the next attempt.
  await store.sql`update outbox set next_attempt_at = now() where reference = ${reference}`
  await waitUntil(
    () => stateOf(reference),
    (row) => row?.status === 'sent',
    20_000,
  )
  expect(lettersTo('bob@visitor.example')).toHaveLength(1)
})

test('email waits while the mail server rejects the password', async () => {
  await mail.stop()
  mail = await startMail('another-password')
  const reference = await replyTo('cy@visitor.example', 'Once the password is right')
  await waitUntil(
    () => stateOf(reference),
    (row) => row?.last_error !== null,
  )
  expect(await stateOf(reference)).toMatchObject({ status: 'pending', attempts: 1 })
  await mail.stop()
  mail = await startMail()
})

test('deferred email waits, and rejected email fails', async () => {
  const [deferred, refused] = [
    await replyTo('deferred@visitor.example', 'Hello'),
    await replyTo('refused@visitor.example', 'Hello'),
  ]
  const { response } = await waitUntil(
    () => Promise.all([stateOf(deferred), stateOf(refused)]),
    (rows) => rows.every((row) => row?.last_error !== null),
  )
  expect(response).toMatchObject([
    { status: 'pending', attempts: 1 },
    { status: 'failed', attempts: 1 },
  ])
})
