import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { adminInvestor } from '#contract/admin-investor'
import { adminPortfolios, type DerivedPortfolio } from '#contract/admin-portfolios'
import { TOKEN_SYMBOL_MAX } from '#contract/tokens'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField, TickField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { OwnerField } from '#site/admin/user-picker/OwnerField.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { FittingNote } from './FittingNote.tsx'
import { misfitSentences } from './fitting.ts'
import { type Holder, holderList } from './list.ts'
import {
  checkPortfolio,
  portfolioLabels as labels,
  type PortfolioForm,
  portfolioBody,
  portfolioEdit,
  portfolioVersion,
} from './portfolio-form.ts'

type Saved = Awaited<ReturnType<typeof callAdmin<typeof adminPortfolios.updateValues>>>

/** The owner of the edited or new portfolio; without a user, the owner is chosen in the dialog. */
export type EditedPortfolio = Holder | { user?: undefined; portfolio?: undefined; derived?: undefined }

const failure = 'Failed to save portfolio'

const initialOf = ({ user, portfolio, derived }: EditedPortfolio) =>
  portfolioVersion({ userId: user?.id, portfolio, derived })

function formOf(edited: EditedPortfolio): RowFormOptions<PortfolioForm, Saved> {
  const { user, portfolio, derived } = edited
  const initial = initialOf(edited)
  if (!portfolio) {
    return {
      initial,
      check: checkPortfolio,
      save: (values, { idempotencyKey }) =>
        callAdmin(
          adminPortfolios.create,
          {
            body: {
              user_id: Number(values.user_id),
              ...portfolioBody(values),
              ...saidReason(values.reason),
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
    check: checkPortfolio,
    save: (values, { updatedAt, base }) =>
      callAdmin(adminPortfolios.updateValues, {
        params,
        body: { ...portfolioEdit(values, base, portfolio.is_recorded), updated_at: updatedAt },
      }),
    readLastChange: readLastChange({ entity: 'portfolio', id: params.id }),
    reread: async () =>
      portfolioVersion({
        userId: user?.id,
        portfolio: (await callAdmin(adminPortfolios.read, { params })).portfolio,
        derived,
      }),
    failure,
  }
}

/** What ledger, register and valuations give for an investor. */
const readDerived = async (userId: string): Promise<DerivedPortfolio | undefined> =>
  (await callAdmin(adminInvestor.overview, { params: { id: Number(userId) } })).investor.money?.derived

/** Figures are created with an owner to choose, edited where they were entered, and else entered by hand. */
function wordsOf(of: EditedPortfolio | undefined) {
  if (of && !of.user)
    return { title: 'Create portfolio', submit: 'Create portfolio', done: 'Portfolio created.' }
  if (of?.portfolio?.is_recorded)
    return { title: 'Edit portfolio', submit: 'Save changes', done: 'Portfolio updated.' }
  return {
    title: 'Enter figures by hand',
    submit: 'Save figures',
    done: 'The investor sees the entered figures.',
  }
}

/** Figures that do not fit together are saved only once that was said. */
const saveAnyway = {
  isAsked: (values: PortfolioForm) => misfitSentences(values).length > 0,
  title: 'Figures do not fit together',
  action: 'Save anyway',
  says: (values: PortfolioForm) => (
    <>
      {misfitSentences(values).map((sentence) => (
        <p key={sentence} className="mb-3">
          {sentence}
        </p>
      ))}
      <p>The investor sees these figures as they are.</p>
    </>
  ),
}

interface PortfolioDialogProps {
  of: EditedPortfolio | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Creates or edits the portfolio of an investor. */
export function PortfolioDialog({ of, onClose, onSaved }: PortfolioDialogProps) {
  const words = wordsOf(of)
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title={words.title}
      kicker={of?.user && nameOf(of.user)}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: of?.portfolio ? adminPortfolios.updateValues : adminPortfolios.create,
        // Figures in place of calculated ones need two, whatever the amount.
        ...(of?.derived && Number(of.derived.total_invested) > 0 && { isNeeded: true }),
      }}
      submit={words.submit}
      onGone={holderList.refresh}
      busy="Saving..."
      obstacle={({ user_id }) => (user_id === '' ? 'Choose a user first.' : '')}
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
  const derived = user ? edited.derived : dataOf(view)
  const base = user ? initialOf(edited) : portfolioVersion({ userId: Number(user_id), derived })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each investor that is chosen
  useEffect(() => {
    if (!user && derived) form.follow(base)
  }, [derived])
  return (
    <>
      {!user && <OwnerField form={form} />}
      {derived && <Shown derived={derived} isEntered={portfolio?.is_recorded ?? false} />}
      <Figures form={form} />
      <FittingNote form={form} base={base.values} />
      {portfolio?.is_recorded && (
        <TickField
          form={form}
          name="corrects_last_point"
          label="This corrects a mistake: replace the last point of the value chart"
          hint="The last recorded point takes these figures and keeps its time. Otherwise a new point is added and the old one stays."
        />
      )}
      <ReasonField form={form} name="reason" isHidden={!portfolio} />
    </>
  )
}

/** Which figures the form begins with. */
function Shown({ derived, isEntered }: { derived: DerivedPortfolio; isEntered: boolean }) {
  const { total_value, total_invested, total_gains } = derived
  return (
    <p className="border-line-strong border-l-2 bg-sunken px-4 py-3 text-[0.875rem] text-ink-2">
      {isEntered ? (
        <>
          The form begins with the entered figures, which the investor sees now. Derived from ledger, register
          and valuations are value {formatMoney(total_value)}, invested {formatMoney(total_invested)} and
          gains {formatSignedMoney(total_gains)}.
        </>
      ) : (
        'The form begins with the figures derived from ledger, register and valuations, which the investor sees now.'
      )}
    </p>
  )
}

function Figures({ form }: { form: RowForm<PortfolioForm, Saved> }) {
  const number = { type: 'number', inputMode: 'decimal', step: '0.01' } as const
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
      <TextField form={form} name="total_value" label={labels.total_value} required min="0" {...number} />
      <TextField
        form={form}
        name="total_invested"
        label={labels.total_invested}
        required
        min="0"
        {...number}
      />
      <TextField form={form} name="total_gains" label={labels.total_gains} required {...number} />
      <TextField
        form={form}
        name="performance"
        label={labels.performance}
        required
        {...number}
        step="0.0001"
      />
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
        hint="Symbol of a token, or none"
      />
    </div>
  )
}
