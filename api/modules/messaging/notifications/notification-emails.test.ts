import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNotification } from '#db/seed/factories'
import { notifyInvestor } from '#modules/compliance/verifications/verification-rows'
import { startTestApp, type TestApp } from '#testing/test-app'
import { getLatestDigestTime } from './digest-time.ts'
import { sendDigestEmails, sendImmediateEmails } from './notification-emails.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://lodefield.example' })
})
afterAll(() => app.close())

const mailsTo = (email: string) => app.mails({ recipient: email })
const choose = (userId: number, kind: string, email: string) =>
  app.sql`insert into notification_choices (user_id, kind, bell, email) values (${userId}, ${kind}, true, ${email})
    on conflict (user_id, kind) do update set email = excluded.email`

/** An investor who has chosen a delivery for announcements, and a time zone. */
async function openAccount(email: string, zone = 'UTC') {
  const { user } = await app.signIn()
  await choose(user.id, 'announcement', email)
  await app.sql`insert into user_preferences (user_id, time_zone) values (${user.id}, ${zone})`
  const notify = (at: string, title = 'Maintenance') =>
    createNotification(app.db, { user_id: user.id, title, message: 'On Sunday', created_at: new Date(at) })
  return { user, notify }
}

describe('a notification that is emailed immediately', () => {
  test('is emailed once, with its page, the settings and a one-click unsubscribe link', async () => {
    const { user } = await openAccount('now')
    await choose(user.id, 'transaction', 'now')
    await createNotification(app.db, {
      user_id: user.id,
      category: 'transaction',
      title: 'Deposit completed',
      message: 'It is part of your cash.',
    })
    await sendImmediateEmails()
    await sendImmediateEmails()
    const [mail, ...others] = await mailsTo(user.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'notification', subject: 'Deposit completed' })
    expect(mail?.body).toContain('https://lodefield.example/access/transactions')
    expect(mail?.body).toContain('https://lodefield.example/access/settings/notifications')
    const token = createUnsubscribeToken(user.id, 'transaction')
    expect(mail?.body).toContain(`https://lodefield.example/access/unsubscribe#token=${token}`)
    expect(mail?.unsubscribe).toBe(`https://lodefield.example/api/v1/unsubscribe/${token}`)
  })

  test('that requires action is emailed immediately to a digest reader, and to no one who has emails off', async () => {
    const mailed = async (way: string) => {
      const { user } = await openAccount('now')
      await choose(user.id, 'investment', way)
      await notifyInvestor(user.id, {
        type: 'warning',
        title: 'Verification: Address is asked for again',
        message: 'The bill is old.',
      })
      await sendImmediateEmails()
      return (await mailsTo(user.email)).length
    }
    expect([await mailed('daily'), await mailed('now'), await mailed('off')]).toEqual([1, 1, 0])
  })

  test('is not emailed to an unconfirmed address, unless it concerns security', async () => {
    const { user, notify } = await openAccount('now')
    await app.sql`update users set email_confirmed = false where id = ${user.id}`
    await notify(new Date().toISOString())
    await createNotification(app.db, { user_id: user.id, category: 'security', title: 'Passkey added' })
    await sendImmediateEmails()
    const [mail, ...others] = await mailsTo(user.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Passkey added', unsubscribe: '' })
  })

  test('is not emailed if its reader switched this category of email off', async () => {
    const { user, notify } = await openAccount('off')
    await notify('2026-03-01T12:00:00Z')
    await sendImmediateEmails()
    await sendDigestEmails(new Date('2026-03-05T12:00:00Z'))
    expect(await mailsTo(user.email)).toHaveLength(0)
  })
})

describe('the daily digest', () => {
  test("contains everything from before the reader's morning, once", async () => {
    const tokyo = await openAccount('daily', 'Asia/Tokyo')
    const lima = await openAccount('daily', 'America/Lima')
    for (const { notify } of [tokyo, lima]) {
      await notify('2026-03-01T20:00:00Z', 'First')
      await notify('2026-03-01T21:00:00Z', 'Second')
    }
    // Eight in Tokyo is 23:00 of the previous day in UTC.
    await sendDigestEmails(new Date('2026-03-01T22:59:00Z'))
    expect(await mailsTo(tokyo.user.email)).toHaveLength(0)
    await Promise.all([
      sendDigestEmails(new Date('2026-03-01T23:01:00Z')),
      sendDigestEmails(new Date('2026-03-01T23:01:00Z')),
    ])
    await tokyo.notify('2026-03-01T23:30:00Z', 'Third')
    await sendDigestEmails(new Date('2026-03-02T12:00:00Z'))
    const [digest, ...others] = await mailsTo(tokyo.user.email)
    expect(others).toEqual([])
    expect(digest).toMatchObject({ kind: 'digest', subject: '2 notifications' })
    expect(digest?.body).toMatch(/First\n.*\n.*\n\nSecond/)
    expect(await mailsTo(lima.user.email)).toHaveLength(0)
    await sendDigestEmails(new Date('2026-03-02T13:01:00Z'))
    expect(await mailsTo(lima.user.email)).toHaveLength(1)
  })

  test('is not sent when nothing happened', async () => {
    const { user } = await openAccount('daily')
    await sendDigestEmails(new Date('2026-03-05T12:00:00Z'))
    expect(await mailsTo(user.email)).toHaveLength(0)
  })

  test.each([
    ['2026-03-02T07:59:00Z', 'UTC', '2026-03-01T08:00:00.000Z'],
    ['2026-03-02T08:00:00Z', 'UTC', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00:00Z', 'Moon/Tycho', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T12:00:00Z', 'Asia/Kolkata', '2026-03-02T02:30:00.000Z'],
    // The clocks go forward in the night of the 29th.
    ['2026-03-29T05:00:00Z', 'Europe/Zurich', '2026-03-28T07:00:00.000Z'],
    ['2026-03-29T06:30:00Z', 'Europe/Zurich', '2026-03-29T06:00:00.000Z'],
  ])('has its morning at %s in %s', (now, zone, morning) => {
    expect(getLatestDigestTime(new Date(now), zone).toISOString()).toBe(morning)
  })
})

describe('one click', () => {
  const path = (token: string) => `/unsubscribe/${token}`
  const waysOf = async (userId: number) =>
    Object.fromEntries(
      (await app.sql`select kind, email from notification_choices where user_id = ${userId}`).map(
        ({ kind, email }) => [kind, email],
      ),
    )
  const oneClick = (token: string) =>
    app.call('POST', path(token), {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '26' },
    })

  test('stops one category of email, without a session, and is harmless when repeated', async () => {
    const { user } = await openAccount('now')
    const token = createUnsubscribeToken(user.id, 'announcement')
    for (const _ of [1, 2]) {
      expect(await oneClick(token)).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await waysOf(user.id)).toEqual({ announcement: 'off' })
  })

  test('stops the daily digest: every category in it, and never security', async () => {
    const { user } = await openAccount('now')
    expect((await oneClick(createUnsubscribeToken(user.id, 'daily'))).status).toBe(200)
    expect(await waysOf(user.id)).toEqual({
      announcement: 'now',
      transaction: 'off',
      investment: 'off',
      portfolio: 'off',
      document: 'off',
    })
  })

  test('needs a confirmation on a page if the link is only opened', async () => {
    const { user } = await openAccount('now')
    const token = createUnsubscribeToken(user.id, 'announcement')
    const { status, headers } = await app.call('GET', path(token))
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`/access/unsubscribe#token=${token}`)
    expect(await waysOf(user.id)).toEqual({ announcement: 'now' })
  })

  test('for another investor, or for security, is rejected', async () => {
    const { user } = await openAccount('now')
    const other = createUnsubscribeToken(user.id + 1, 'announcement').split('.')
    for (const token of [`${user.id}.announcement.${other[2]}`, `${user.id}.security.${other[2]}`]) {
      expect((await oneClick(token)).status).toBe(404)
    }
    expect(await waysOf(user.id)).toEqual({ announcement: 'now' })
  })
})
