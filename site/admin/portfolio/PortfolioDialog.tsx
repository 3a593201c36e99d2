import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { TOKEN_SYMBOL_MAX } from '#contract/catalog/tokens'
import { adminInvestor } from '#contract/people/admin-investor'
import { adminPortfolios, type CalculatedPortfolio } from '#contract/portfolio/admin-portfolios'
import { callAdminApi } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { getData } from '#core/query/remote'
import { formatFullName } from '#shared/full-name'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { InvestorField } from '#site/admin/kit/user-picker/InvestorField.tsx'
import { FigureConsistencyNote } from './FigureConsistencyNote.tsx'
import { listInconsistencyMessages } from './figure-consistency.ts'
import {
  portfolioLabels as labels,
  type PortfolioForm,
  toPortfolioBody,
  toPortfolioEdit,
  toPortfolioVersion,
  validatePortfolio,
} from './portfolio-form.ts'
import { type Holder, holderList } from './portfolio-list.ts'

type Saved = Awaited<ReturnType<typeof callAdminApi<typeof adminPortfolios.update>>>

/** The owner of the edited or new portfolio; if there is none, the owner is selected in the dialog. */
export type EditedPortfolio = Holder | { user?: undefined; portfolio?: undefined; derived?: undefined }

const failure = 'Failed to save portfolio'

const initialOf = ({ user, portfolio, derived }: EditedPortfolio) =>
  toPortfolioVersion({ userId: user?.id, portfolio, derived })

function formOf(edited: EditedPortfolio): RowFormOptions<PortfolioForm, Saved> {
  const { user, portfolio, derived } = edited
  const initial = initialOf(edited)
  if (!portfolio) {
    return {
      initial,
      check: validatePortfolio,
      save: (values, { idempotencyKey }) =>
        callAdminApi(
          adminPortfolios.create,
          {
            body: {
              user_id: Number(values.user_id),
              ...toPortfolioBody(values),
              ...toReasonPayload(values.reason),
            },
          },
          { idempotencyKey },
        ),
      failure,
    }
  }
  const params = { id: portfolio.id }
  return {
    initial,
    check: validatePortfolio,
    save: (values, { updatedAt, base }) =>
      callAdminApi(adminPortfolios.update, {
        params,
        body: { ...toPortfolioEdit(values, base, portfolio.is_recorded), updated_at: updatedAt },
      }),
    readLastChange: getLastChange({ entity: 'portfolio', id: params.id }),
    reread: async () =>
      toPortfolioVersion({
        userId: user?.id,
        portfolio: (await callAdminApi(adminPortfolios.get, { params })).portfolio,
        derived,
      }),
    failure,
  }
}

/** An investor's figures calculated from ledger, register and valuations. */
const readDerived = async (userId: string): Promise<CalculatedPortfolio | undefined> =>
  (await callAdminApi(adminInvestor.overview, { params: { id: Number(userId) } })).investor.money?.derived

/**
 * Figures are created after selecting an owner, edited if they were entered manually, and otherwise entered for the
 * first time.
 */
function wordsOf(of: EditedPortfolio | undefined) {
  if (of && !of.user)
    return { title: 'Create portfolio', submit: 'Create portfolio', done: 'Portfolio created.' }
  if (of?.portfolio?.is_recorded)
    return { title: 'Edit portfolio', submit: 'Save changes', done: 'Portfolio updated.' }
  return {
    title: 'Enter figures manually',
    submit: 'Save figures',
    done: 'The investor now sees the manually entered figures.',
  }
}

/** Inconsistent figures are saved only after a warning. */
const saveAnyway = {
  isAsked: (values: PortfolioForm) => listInconsistencyMessages(values).length > 0,
  title: 'Inconsistent figures',
  action: 'Save anyway',
  message: (values: PortfolioForm) => (
    <>
      {listInconsistencyMessages(values).map((sentence) => (
        <p key={sentence} className="mb-3">
          {sentence}
        </p>
      ))}
      <p>The investor will see these figures as entered.</p>
    </>
  ),
}

interface PortfolioDialogProps {
  target: EditedPortfolio | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Creates or edits an investor's portfolio. */
export function PortfolioDialog({ target, onClose, onSaved }: PortfolioDialogProps) {
  const words = wordsOf(target)
  return (
    <EditDialog
      target={target}
      onClose={onClose}
      title={words.title}
      kicker={target?.user && formatFullName(target.user)}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: target?.portfolio ? adminPortfolios.update : adminPortfolios.create,
        // Replacing calculated figures needs dual approval, whatever the amount.
        ...(target?.derived && Number(target.derived.total_invested) > 0 && { isNeeded: true }),
      }}
      submit={words.submit}
      onGone={holderList.refresh}
      busy="Saving..."
      obstacle={({ user_id }) => (user_id === '' ? 'Select an investor first.' : '')}
      review={saveAnyway}
      onSaved={() => onSaved(words.done)}
    >
      {(form, edited) => <Fields form={form} edited={edited} />}
    </EditDialog>
  )
}

function Fields({ form, edited }: { form: RowForm<PortfolioForm, Saved>; edited: EditedPortfolio }) {
  const { user, portfolio } = edited
  const { user_id } = useStore(form.$state).values
  const { view } = useRemote(user ? undefined : user_id || undefined, readDerived)
  const derived = user ? edited.derived : getData(view)
  const base = user ? initialOf(edited) : toPortfolioVersion({ userId: Number(user_id), derived })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each investor that is chosen
  useEffect(() => {
    if (!user && derived) form.follow(base)
  }, [derived])
  return (
    <>
      {!user && <InvestorField form={form} />}
      {derived && <Shown derived={derived} isEntered={portfolio?.is_recorded ?? false} />}
      <Figures form={form} />
      <FigureConsistencyNote form={form} base={base.values} />
      {portfolio?.is_recorded && (
        <CheckboxField
          form={form}
          name="corrects_last_point"
          label="Correction: replace the last point in the value chart"
          hint="The last recorded point is overwritten and keeps its timestamp. Otherwise a new point is added."
        />
      )}
      <ReasonField form={form} name="reason" isHidden={!portfolio} />
    </>
  )
}

/** The figures the form starts with. */
function Shown({ derived, isEntered }: { derived: CalculatedPortfolio; isEntered: boolean }) {
  const { total_value, total_invested, total_gains } = derived
  return (
    <p className="border-line-strong border-l-2 bg-sunken px-4 py-3 text-[0.875rem] text-ink-2">
      {isEntered ? (
        <>
          The form shows the manually entered figures that the investor currently sees. Calculated from
          transactions, register and valuations: value {formatMoney(total_value)}, invested{' '}
          {formatMoney(total_invested)}, gains {formatSignedMoney(total_gains)}.
        </>
      ) : (
        'The form shows the figures that the investor currently sees, calculated from transactions, register and valuations.'
      )}
    </p>
  )
}

function Figures({ form }: { form: RowForm<PortfolioForm, Saved> }) {
  // Number fields silently drop a typed comma: 12,34 would become 1234.
  const number = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
      <TextField form={form} name="total_value" label={labels.total_value} {...number} />
      <TextField form={form} name="total_invested" label={labels.total_invested} {...number} />
      <TextField form={form} name="total_gains" label={labels.total_gains} {...number} />
      <TextField form={form} name="performance" label={labels.performance} {...number} />
      <TextField
        form={form}
        name="active_investments"
        label={labels.active_investments}
        required
        type="number"
        inputMode="numeric"
        step="1"
        min="0"
      />
      <TextField
        form={form}
        name="pending_investments"
        label={labels.pending_investments}
        maxLength={TOKEN_SYMBOL_MAX}
        hint="Token symbol, or none"
      />
    </div>
  )
}
