/** A ticket from the form to the answer: assigned, noted, answered with a canned reply, resolved and rated. */
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, makeEmail, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { readEmail } from '#e2e/stored-emails'

test('the team assigns a ticket, adds a note, answers with a canned reply, and the visitor rates it', async ({
  page,
  sql,
}) => {
  const email = makeEmail('asker')
  const subject = `Assay of ${email}`
  const sent = await page.request.post('/api/v1/support/ticket', {
    data: { name: 'Ilse Varga', email, subject, message: 'Where is it?', category: 'compliance' },
  })
  const { id, reference } = await sent.json()
  const title = `Thanks ${reference}`
  await sql`insert into canned_replies (title, text)
    values (${title}, 'Hello {first_name}, {reference} is with {department}. {agent}')`
  const { username } = (await signInAdmin(page)).user

  await page.goto(adminUrl(`?d=support&search=${encodeURIComponent(email)}`))
  const row = page.getByRole('row', { name: subject })
  await expect(row).toContainText('left')
  await expect(row).toContainText('Unassigned')
  await row.getByRole('link').first().click()
  const detail = page.getByRole('region', { name: 'Details' })
  await expect(detail.getByText('First response', { exact: true })).toBeVisible()
  await detail.getByRole('button', { name: 'Assign to me' }).click()
  await expect(detail.getByLabel('Assignee').locator('option:checked')).toHaveText(`${username} (me)`)

  await detail.getByText('Add internal note').click()
  await detail.getByLabel('Internal note').fill('Has asked before')
  await detail.getByRole('button', { name: 'Add note' }).click()
  const replies = detail.getByRole('region', { name: 'Replies' })
  await expect(replies).toContainText('Has asked before')
  await expect(replies).toContainText('Internal')

  const reply = detail.getByLabel('Reply', { exact: true })
  await reply.press('/')
  await page.keyboard.type(reference)
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue(`Hello Ilse, ${reference} is with Compliance. ${username}`)
  await expect(reply).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await detail.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(replies).toContainText(`${reference} is with Compliance`)
  await expect(detail.getByLabel('Status')).toHaveValue('resolved')

  const mail = await readEmail(sql, reference, 'ticket_reply')
  expect(mail).not.toContain('Has asked before')
  const link = /https?:\S+(\/access\/feedback#token=\S+)/.exec(mail)?.[1] ?? ''
  await page.goto('/robots.txt')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How did we do?')
  await page.getByRole('button', { name: 'Send Feedback' }).click()
  await expect(page.getByText('Choose a rating')).toBeVisible()
  await page.getByLabel('5, very good').check()
  await page.getByLabel('Any other comments?').fill('Quick and clear')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send Feedback' }).click()
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible()

  await page.goto(adminUrl(`?d=support&item=${id}`))
  await expect(detail.getByRole('region', { name: 'Feedback' })).toContainText('5 out of 5')
  await expect(page.getByText(/satisfaction \d\.\d out of 5/)).toBeVisible()
  await page.goto('/docs/help-support')
  await page.getByRole('heading', { name: 'Contact a team directly' }).scrollIntoViewIfNeeded()
  await expect(page.getByText(/last 90 days[:,]/i)).toBeVisible()
})
