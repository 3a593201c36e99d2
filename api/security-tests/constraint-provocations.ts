/** For each constraint that a caller can violate, the calls that do so. */
import { createCsrfToken } from '#common/csrf-token'
import {
  createAdmin,
  createCategory,
  createToken,
  createTransaction,
  createUser,
  createView,
} from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import type { TestApp, TestResponse } from '#testing/test-app'
import { createTargetRows, type TargetRows } from './sample-requests.ts'

/** SQLSTATE of the triggers that reject writes for a deleted account. */
const DELETED_ACCOUNT = 'LD001'

export interface Attackers {
  app: TestApp
  /** An administrator's headers. */
  admin: Record<string, string>
  investor: Awaited<ReturnType<TestApp['signIn']>>
  /** Rows of the investor. */
  targets: TargetRows
}

/** Units of a movement with their cost, recorded as by an allotment. */
async function issueAtCost({ sql }: TestApp, token_id: number, user_id: number, cost: string) {
  await sql.begin(async (tx) => {
    const [movement] = await tx<{ id: number }[]>`
      insert into register_movements (token_id, type) values (${token_id}, 'issue') returning id`
    await tx`insert into register_entries (token_id, movement_id, user_id, units, cost) values
      (${token_id}, ${movement?.id ?? 0}, null, -1, ${`-${cost}`}), (${token_id}, ${movement?.id ?? 0}, ${user_id}, 1, ${cost})`
  })
}

const newAdministrator = {
  username: 'someone-new',
  email: 'someone.new@lodefield.example',
  roles: ['support'],
}

/** An expected success on the way to a rejection. */
function succeed({ status, text }: TestResponse): void {
  if (status >= 300) throw new Error(`${status} ${text}`)
}

/** The calls by constraint name; the last response of each is the rejection. */
export function provocationsOf({
  app,
  admin,
  investor,
  targets,
}: Attackers): Readonly<Record<string, () => Promise<TestResponse>>> {
  const panel = (method: string, path: string, body?: unknown) =>
    app.call(method, `${app.adm}${path}`, { headers: admin, body })
  const own = (method: string, path: string, body?: unknown) =>
    app.call(method, path, {
      headers: {
        ...investor.headers,
        'x-csrf-token': createCsrfToken(investor.session.id, app.config.TOKEN_SECRET),
      },
      body,
    })
  const symbolOf = async (id: number): Promise<string> => {
    const [token] = await app.sql<{ symbol: string }[]>`select symbol from tokens where id = ${id}`
    return token?.symbol ?? ''
  }

  /** A series of 999 units in issue, all held by one investor, with room for more. */
  async function createHeld(units = '999') {
    const token = await createToken(app.db)
    await createAttestation(app.db, { token_id: token.id, units_held: '999999999999' })
    const holder = await createUser(app.db, { is_verified: true })
    await issueUnits(app.db, token.id, { [holder.id]: units })

    return { token, holder, path: `/register/${token.symbol.slice(1)}/entries` }
  }

  return {
    users_email_unique: () =>
      app.call('POST', '/auth/register', {
        body: {
          ...{ first_name: 'Ada', last_name: 'Reyes', email: investor.user.email.toUpperCase() },
          password: 'Quartz-vein-42!',
        },
      }),
    tokens_symbol_unique: async () =>
      panel('PUT', `/tokens/${targets.unused.id}`, { symbol: targets.token.symbol }),
    token_categories_name_unique: async () => {
      const { name } = await createCategory(app.db)
      return panel('POST', '/tokens/categories', { name: name.toUpperCase() })
    },
    tokens_category_id_token_categories_id_fk: () =>
      panel('DELETE', `/tokens/categories/${targets.token.category_id}`),
    canned_replies_title_unique: () =>
      panel('POST', '/canned-replies', {
        title: targets.cannedReply.title.toUpperCase(),
        text: 'Text',
      }),
    contact_departments_pkey: () => panel('POST', '/contact-departments', { department: targets.department }),
    saved_views_name_unique: async () => {
      const me = await app.signInAdmin()
      const { name, section } = await createView(app.db, { admin_id: me.admin.id })
      return app.call('POST', `${app.adm}/views`, {
        headers: me.headers,
        body: { name: name.toUpperCase(), section, address: '?d=users' },
      })
    },
    offerings_one_not_closed: async () => {
      const { token_id } = await createOffering(app.db)
      return panel('POST', `/series/${(await symbolOf(token_id)).slice(1)}/offerings`, {
        ...{ unit_price: '10', minimum: '10', maximum: '100', cap_units: '100' },
        ...{ opens_at: '2026-03-02', closes_at: '2099-03-02' },
      })
    },
    subscriptions_deposit_unique: async () => {
      const deposit = await createTransaction(app.db, {
        user_id: investor.user.id,
        type: 'deposit',
        amount: '1000.00',
      })
      const due = {
        state: 'approved' as const,
        payment_due_at: new Date(Date.now() + 864e5),
        user_id: investor.user.id,
      }
      const [one, other] = [await createSubscription(app.db, due), await createSubscription(app.db, due)]
      const fund = (id: number) =>
        panel('PUT', `/subscriptions/${id}`, { action: 'fund', transaction_id: deposit.id })
      succeed(await fund(one.id))
      return fund(other.id)
    },
    register_movements_reverses_unique: async () => {
      const { token, path } = await createHeld()
      const [movement] = await app.sql<{ id: number }[]>`
      select id from register_movements where token_id = ${token.id}`
      const correct = () =>
        panel('POST', path, { type: 'correction', movement_id: movement?.id, reason: 'Mistake' })
      succeed(await correct())
      return correct()
    },
    distribution_reversals_pkey: async () => {
      const { listed, distribution } = await createTargetRows(app)
      const reverse = () =>
        panel('POST', `/register/${listed.symbol.slice(1)}/distributions/${distribution.id}/reversal`, {
          reason: 'Mistake',
        })
      succeed(await reverse())
      return reverse()
    },
    register_heads_units_in_issue_range: async () => {
      const { holder, path } = await createHeld()
      return panel('POST', path, {
        ...{ type: 'redemption', from_user_id: holder.id, units: '1000', amount: '0', reason: 'Sale' },
      })
    },
    holdings_units_range: async () => {
      const { holder, path } = await createHeld()
      return panel('POST', path, {
        ...{ type: 'transfer', from_user_id: holder.id, to_user_id: targets.holder.id, units: '999.000001' },
        reason: 'Sale',
      })
    },
    transactions_linked: async () => {
      const [line] = await app.sql<
        { id: number }[]
      >`select transaction_id as id from distribution_lines limit 1`
      return panel('PUT', `/transactions/${line?.id}`, { amount: '1.00' })
    },
    distribution_lines_transaction_id_transactions_id_fk: async () => {
      const [line] = await app.sql<
        { id: number }[]
      >`select transaction_id as id from distribution_lines limit 1`
      return panel('DELETE', `/transactions/${line?.id}`)
    },
    subscriptions_transaction_id_transactions_id_fk: async () => {
      const deposit = await createTransaction(app.db, { user_id: investor.user.id })
      await createSubscription(app.db, {
        state: 'funded',
        transaction_id: deposit.id,
        user_id: investor.user.id,
      })
      return panel('DELETE', `/transactions/${deposit.id}`)
    },
    series_valuations_token_id_tokens_id_fk: async () => {
      const { token_id } = await createAttestation(app.db)
      return panel('DELETE', `/tokens/${token_id}`)
    },
    holdings_cost_range: async () => {
      const { token, holder, path } = await createHeld('1')
      const other = await createUser(app.db, { is_verified: true })
      for (const { id } of [holder, other]) await issueAtCost(app, token.id, id, '600000000000.00')
      return panel('POST', path, {
        ...{ type: 'transfer', from_user_id: holder.id, to_user_id: other.id, units: '2', reason: 'Sale' },
      })
    },
    register_movements_correction_final: async () => {
      const { token, path } = await createHeld()
      const [movement] = await app.sql<{ id: number }[]>`
      select id from register_movements where token_id = ${token.id}`
      const correct = (movement_id?: number) =>
        panel('POST', path, { type: 'correction', movement_id, reason: 'Mistake' })
      const corrected = await correct(movement?.id)
      return correct(corrected.body.movement.id)
    },
    register_units_held: async () => {
      const { token, holder, path } = await createHeld()
      const redeemed = await panel('POST', path, {
        ...{ type: 'redemption', from_user_id: holder.id, units: '999', amount: '0', reason: 'Sale' },
      })
      await createAttestation(app.db, { token_id: token.id, units_held: '998' })
      return panel('POST', path, {
        type: 'correction',
        movement_id: redeemed.body.movement.id,
        reason: 'Mistake',
      })
    },
    register_attestation_binds: async () => {
      const { token, holder, path } = await createHeld()
      const redeemed = await panel('POST', path, {
        ...{ type: 'redemption', from_user_id: holder.id, units: '999', amount: '0', reason: 'Sale' },
      })
      await createAttestation(app.db, {
        token_id: token.id,
        as_of: getDayFromNow(0),
        expires: getDayFromNow(0),
      })
      await app.sql`alter table series_attestations disable trigger append_only`
      await app.sql`update series_attestations set as_of = ${getDayFromNow(-2)}, expires = ${getDayFromNow(-1)}
      where token_id = ${token.id}`
      await app.sql`alter table series_attestations enable trigger append_only`
      return panel('POST', path, {
        type: 'correction',
        movement_id: redeemed.body.movement.id,
        reason: 'Mistake',
      })
    },
    subscriptions_units_range: async () => {
      const { token_id } = await createOffering(app.db, {
        ...{
          unit_price: '99999999999.00',
          minimum: '0.01',
          maximum: '999999999999.00',
          cap_units: '999999999999',
        },
      })
      await createAttestation(app.db, { token_id, units_held: '999999999999' })
      return own('POST', '/user/subscriptions', {
        symbol: await symbolOf(token_id),
        amount: '0.01',
        acknowledged: [],
      })
    },
    portfolios_active_investments_range: async () => {
      const user = await createUser(app.db, { is_verified: true })
      await app.sql`insert into portfolios (user_id, pending_investments, pending_since, active_investments)
      values (${user.id}, ${targets.token.symbol}, now(), 1000000)`
      return panel('PUT', `/portfolio/${user.id}/pending-token`, { action: 'approve' })
    },
    admins_email_unique: async () => {
      const { email } = await createAdmin(app.db)
      return panel('POST', '/administrators', { ...newAdministrator, email: email.toUpperCase() })
    },
    admins_username_unique: async () => {
      const { username } = await createAdmin(app.db)
      return panel('POST', '/administrators', { ...newAdministrator, username: username.toUpperCase() })
    },
    [DELETED_ACCOUNT]: async () => {
      const user = await createUser(app.db, { is_verified: true })
      const { id } = await createTransaction(app.db, { user_id: user.id, status: 'failed' })
      succeed(await panel('DELETE', `/users/${user.id}`))
      return panel('PUT', `/transactions/${id}`, { amount: '1.00' })
    },
  }
}
