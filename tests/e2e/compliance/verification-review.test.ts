/** Review of a verification by compliance, from rows as an investor leaves them. */
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { validAnswers } from '#db/seed/factories'
import { signInAdmin } from '#e2e/administrator'
import { expect, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const details = (page: Page) => page.getByRole('region', { name: 'Details' })

/** An investor whose verification is in this state. */
async function submitted(page: Page, sql: Sql, state: 'in_review' | 'verified') {
  const { user } = await register(page, { first_name: 'Ada', last_name: 'Quartz' })
  await sql`update verifications set state = ${state}, submitted_at = now(), answers = ${sql.json(validAnswers)},
    verified_until = ${state === 'verified' ? '2099-12-31' : null} where user_id = ${user.id}`
  return user
}

test('two items accepted in quick succession are both accepted, and neither is rejected as outdated', async ({
  page,
  sql,
}) => {
  const { id } = await submitted(page, sql, 'in_review')
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=verifications&item=${id}`))
  // The response to the first decision has not arrived when the second one is made.
  const held: (() => void)[] = []
  await page.route(`**/verifications/${id}`, async (route) => {
    if (route.request().method() === 'PUT' && held.length === 0)
      await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  for (const label of ['Tax residency', 'Source of funds'])
    await details(page)
      .getByRole('button', { name: `Accept ${label}` })
      .click()
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  for (const label of ['Tax residency', 'Source of funds'])
    await expect(details(page).getByRole('region', { name: label, exact: true })).toContainText('Accepted')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('a reason shown to the investor', { tag: '@full' }, () => {
  const warning =
    'Do not disclose the screening to the investor (tipping off). Enter a reason that does not mention it.'

  for (const { state, opens, is } of [
    { state: 'in_review', opens: 'Reject', is: 'match' },
    { state: 'in_review', opens: 'Request more information on Identity', is: 'open' },
    { state: 'verified', opens: 'End verification', is: 'open' },
  ] as const)
    test(`"${opens}" warns not to mention a screening that has found somebody, and else does not`, async ({
      page,
      sql,
    }) => {
      const { id } = await submitted(page, sql, state)
      await signInAdmin(page)
      const open = async () => {
        await page.goto(adminUrl(`?d=verifications&item=${id}`))
        await details(page).getByRole('button', { name: opens, exact: true }).click()
        return page.getByRole('dialog')
      }
      await expect((await open()).getByLabel('Reason')).toBeVisible()
      await expect(page.getByText(warning)).toHaveCount(0)
      await sql`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score, state, reason, decided_at)
        values (${id}, 'EU', '7', 'Ada QUARTZ', 'none', 'Ada Quartz', 99, ${is}, ${is === 'open' ? '' : 'Same'}, ${is === 'open' ? null : new Date()})`
      await expect((await open()).getByText(warning)).toBeVisible()
    })
})
