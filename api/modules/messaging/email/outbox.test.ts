import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTicket } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

interface Received {
  recipients: string[]
  data: string
}

/** A mail server as small as RFC 5321 allows; `refuse` returns the error for a recipient. */
function startMailServer(refuse: (recipient: string) => string | undefined) {
  const received: Received[] = []
  interface State {
    rest: string
    inData: boolean
    current: Received
  }
  const server = Bun.listen<State>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { rest: '', inData: false, current: { recipients: [], data: '' } }
        socket.write('220 mail.test ESMTP\r\n')
      },
      data(socket, bytes) {
        const state = socket.data
        state.rest += bytes.toString()
        for (;;) {
          const end = state.rest.indexOf('\r\n')
          if (end === -1) return
          const line = state.rest.slice(0, end)
          state.rest = state.rest.slice(end + 2)
          if (state.inData) {
            if (line !== '.') {
              state.current.data += `${line}\n`
              continue
            }
            state.inData = false
            received.push(state.current)
            state.current = { recipients: [], data: '' }
            socket.write('250 kept\r\n')
          } else if (/^RCPT TO:/i.test(line)) {
            const recipient = /<(.*)>/.exec(line)?.[1] ?? ''
            const refusal = refuse(recipient)
            if (!refusal) state.current.recipients.push(recipient)
            socket.write(`${refusal ?? '250 ok'}\r\n`)
          } else if (/^DATA/i.test(line)) {
            state.inData = true
            socket.write('354 go on\r\n')
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
          else socket.write('250 ok\r\n')
        }
      },
    },
  })
  return { received, url: `smtp://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
let mail: ReturnType<typeof startMailServer>
beforeAll(async () => {
  mail = startMailServer((recipient) =>
    recipient.startsWith('nobody')
      ? '550 no such mailbox'
      : recipient.startsWith('later')
        ? '451 try again later'
        : undefined,
  )
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_FROM: 'Lodefield <desk@lodefield.example>' })
  admin = await app.signInAdmin()
})
afterAll(async () => {
  await app.close()
  mail.stop()
})

const reply = (id: number, message: string) =>
  app.call('POST', `${app.adm}/support/tickets/${id}/replies`, { body: { message }, headers: admin.headers })
const rowOf = async (reference: string) =>
  (
    await app.sql`select *, next_attempt_at > now() + interval '30 seconds' as waits from outbox where reference = ${reference}`
  )[0]
const mailTo = (recipient: string) => mail.received.filter(({ recipients }) => recipients.includes(recipient))

describe('a reply to a ticket', () => {
  test('reaches the visitor by email, once, and the panel shows it', async () => {
    const ticket = await createTicket(app.db, { email: 'ada@visitor.example', subject: 'Custody' })
    expect((await reply(ticket.id, 'In a vault.\n.\nTruly.')).body.mail_configured).toBe(true)
    await expect.poll(async () => (await rowOf(ticket.reference))?.status).toBe('sent')
    const [letter, ...others] = mailTo('ada@visitor.example')
    expect(others).toEqual([])
    expect(letter?.data).toMatch(/^From: Lodefield <desk@lodefield\.example>$/m)
    expect(letter?.data).toMatch(new RegExp(`^Subject: \\[${ticket.reference}\\] Custody$`, 'm'))
    expect(letter?.data).toContain('In a vault.\n..\nTruly.')
    const { body } = await app.call('GET', `${app.adm}/support/tickets/${ticket.id}`, {
      headers: admin.headers,
    })
    expect(body.replies[0].mail).toBe('sent')
  })

  test('cannot inject headers', async () => {
    const ticket = await createTicket(app.db, {
      email: 'eve@visitor.example',
      name: 'Eve\r\nBcc: all@visitor.example',
      subject: 'Hi\r\nBcc: all@visitor.example\r\n\r\n<script>alert(1)</script>',
    })
    await reply(ticket.id, 'Hello')
    await expect.poll(async () => (await rowOf(ticket.reference))?.status).toBe('sent')
    const [letter] = mailTo('eve@visitor.example')
    const headers = letter?.data.slice(0, letter.data.indexOf('\n\n'))
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(letter?.recipients).toEqual(['eve@visitor.example'])
    expect(mailTo('all@visitor.example')).toEqual([])
  })

  test('fails if the server rejects it permanently, and is retried if it is deferred', async () => {
    const [rejected, deferred] = [
      await createTicket(app.db, { email: 'nobody@visitor.example' }),
      await createTicket(app.db, { email: 'later@visitor.example' }),
    ]
    await reply(rejected.id, 'Hello')
    await reply(deferred.id, 'Hello')
    await expect.poll(async () => (await rowOf(rejected.reference))?.status).toBe('failed')
    expect((await rowOf(rejected.reference))?.last_error).toContain('550')
    await expect.poll(async () => (await rowOf(deferred.reference))?.last_error).toContain('451')
    expect(await rowOf(deferred.reference)).toMatchObject({ status: 'pending', attempts: 1, waits: true })
  })

  test('is sent once each if there are many, in any order', async () => {
    const tickets = await Promise.all(
      Array.from({ length: 8 }, (_, n) => createTicket(app.db, { email: `many-${n}@visitor.example` })),
    )
    await Promise.all(tickets.map(({ id }) => reply(id, 'Hello')))
    await expect
      .poll(() => mail.received.filter(({ recipients }) => recipients[0]?.startsWith('many-')).length, {
        timeout: 10_000,
      })
      .toBe(8)
  })
})
