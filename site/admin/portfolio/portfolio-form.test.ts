import { expect, test } from 'vitest'
import type { AdminActivity, AdminPortfolio } from '#contract/portfolio/admin-portfolios'
import {
  createActivityVersion,
  toActivityBody,
  toActivityEdit,
  toActivityVersion,
  toPortfolioBody,
  toPortfolioEdit,
  toPortfolioVersion,
  validateActivity,
  validatePortfolio,
} from './portfolio-form.ts'

const at = '2026-03-19T22:15:00.000Z'

test("treats unreadable portfolio numbers as 0, and an empty request as 'none'", () => {
  const typed = {
    ...toPortfolioVersion({ userId: 2 }).values,
    total_value: '1250.5',
    total_invested: 'abc',
    total_gains: '',
    active_investments: '',
    performance: '-',
    pending_investments: ' ',
  }
  expect(toPortfolioBody(typed)).toEqual({
    total_value: '1250.5',
    total_invested: '0',
    total_gains: '0',
    active_investments: 0,
    performance: '0',
    pending_investments: 'none',
  })
})

test('reports the error of each portfolio figure', () => {
  const { values } = toPortfolioVersion({ userId: 2 })
  expect(validatePortfolio({ ...values, total_gains: '-5.5', performance: '-0.1234' })).toEqual({})
  const typed = {
    total_value: '-5',
    total_invested: '',
    total_gains: '1.005',
    performance: '0.12345',
    active_investments: '1.5',
  }
  expect(validatePortfolio({ ...values, ...typed })).toEqual({
    total_value: 'Enter a number of 0 or more',
    total_invested: 'Enter a number',
    total_gains: 'Enter no more than 2 decimal places',
    performance: 'Enter no more than 4 decimal places',
    active_investments: 'Enter a whole number',
  })
})

const recorded: AdminPortfolio = {
  is_recorded: true,
  id: 1,
  user_id: 2,
  total_value: '100.00',
  total_invested: '90.00',
  total_gains: '10.00',
  active_investments: 3,
  pending_investments: '$MONZ',
  performance: 11.1111,
  created_at: at,
  updated_at: at,
}

test('sends only the changed fields of an edited portfolio', () => {
  const { values } = toPortfolioVersion({ userId: 2, portfolio: recorded })
  expect(toPortfolioEdit(values, values, true)).toEqual({})
  expect(toPortfolioEdit({ ...values, total_value: '120', pending_investments: '' }, values, true)).toEqual({
    total_value: '120',
    pending_investments: 'none',
  })
  expect(toPortfolioEdit({ ...values, total_value: '120', corrects_last_point: true }, values, true)).toEqual(
    {
      total_value: '120',
      corrects_last_point: true,
    },
  )
})

test('starts with what the investor sees, and sends all of it if older figures are stored', () => {
  const derived = {
    user_id: 2,
    total_value: '250.00',
    total_invested: '200.00',
    total_withdrawn: '0.00',
    total_gains: '50.00',
    active_investments: 1,
    performance: 25,
  }
  const figures = { total_value: '250.00', total_gains: '50.00', performance: '25', active_investments: '1' }
  expect(toPortfolioVersion({ userId: 2, derived }).values).toMatchObject(figures)
  expect(toPortfolioVersion({ userId: 2, derived, portfolio: recorded }).values.total_value).toBe('100.00')
  const stored = { ...recorded, is_recorded: false }
  const { values } = toPortfolioVersion({ userId: 2, derived, portfolio: stored })
  expect(values).toMatchObject({ ...figures, pending_investments: '$MONZ' })
  expect(toPortfolioEdit(values, values, false)).toMatchObject({
    total_value: '250.00',
    total_invested: '200.00',
  })
})

test('dates a new activity today, requires a user and a description, and sends midnight in UTC', () => {
  const { values } = createActivityVersion('2026-03-19')
  expect(validateActivity(values)).toEqual({
    user_id: 'Select an investor',
    description: 'Description is required',
  })
  expect(validateActivity({ ...values, user_id: '2', description: 'x', activity_date: '' })).toEqual({
    activity_date: 'Date is required',
  })
  const typed = { user_id: '2', description: 'x', net_growth: '1e5', balance: '-1' }
  expect(validateActivity({ ...values, ...typed }), 'not stored as zero').toEqual({
    net_growth: 'Enter a number',
    balance: 'Enter a number of 0 or more',
  })
  expect(validateActivity({ ...values, ...typed, net_growth: '', balance: '' })).toEqual({})
  expect(toActivityBody({ ...values, description: 'x' })).toMatchObject({
    activity_date: '2026-03-19T00:00:00.000Z',
    type: 'activity',
  })
})

test('keeps the time of an edited activity whose day is unchanged', () => {
  const row: AdminActivity = {
    id: 1,
    user_id: 2,
    user: { first_name: 'Ada', last_name: 'Reyes', email: 'ada@lodefield.example' },
    activity_date: at,
    description: 'Assay',
    net_growth: '1.00',
    balance: '2.00',
    type: 'deposit',
    created_at: at,
    updated_at: at,
  }
  const { values } = toActivityVersion(row)
  expect(toActivityEdit(values, values)).toEqual({})
  expect(toActivityEdit({ ...values, activity_date: '2026-03-20' }, values)).toEqual({
    activity_date: '2026-03-20T00:00:00.000Z',
  })
})
