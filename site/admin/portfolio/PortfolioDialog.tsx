import { adminPortfolios, type DerivedPortfolio } from '#contract/admin-portfolios'
import { TOKEN_SYMBOL_MAX } from '#contract/tokens'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField, TickField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'

import { ReasonField } from '#site/admin/form/ReasonField.tsx'

import { OwnerField } from '#site/admin/user-picker/OwnerField.tsx'

import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { type Holder, holderList } from './list.ts'
import {
  portfolioLabels as labels,
  newPortfolio,
  type PortfolioForm,
  portfolioBody,
  portfolioEdit,
  portfolioVersion,
} from './portfolio-form.ts'

type Saved = Awaited<ReturnType<typeof callAdmin<typeof adminPortfolios.updateValues>>>

/** The owner of the edited or new portfolio; without a user, the owner is chosen in the dialog. */
export type EditedPortfolio = Holder | { user?: undefined; portfolio?: undefined; derived?: undefined }

const failure = 'Failed to save portfolio'

function formOf({ user, portfolio }: EditedPortfolio): RowFormOptions<PortfolioForm, Saved> {
  if (!portfolio) {
    return {
      initial: newPortfolio(user?.id),
      save: (values, { idempotencyKey }) =>
        callAdmin(
          adminPortfolios.create,
          { body: { user_id: Number(values.user_id), ...portfolioBody(values) } },
          { idempotencyKey },
        ),
      failure,
    }
  }
  const params = { id: portfolio.id }
  return {
    initial: portfolioVersion(portfolio),
    save: (values, { updatedAt, base }) =>
      callAdmin(adminPortfolios.updateValues, {
        params,
        body: { ...portfolioEdit(values, base), updated_at: updatedAt },
      }),
    readLastChange: readLastChange({ entity: 'portfolio', id: params.id }),
    reread: async () => portfolioVersion((await callAdmin(adminPortfolios.read, { params })).portfolio),
    failure,
  }
}

interface PortfolioDialogProps {
  of: EditedPortfolio | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Creates or edits the portfolio of an investor. */
export function PortfolioDialog({ of, onClose, onSaved }: PortfolioDialogProps) {
  const isNew = !of?.portfolio
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title={isNew ? 'Create portfolio' : 'Edit portfolio'}
      kicker={of?.user && nameOf(of.user)}
      form={formOf}
      labels={labels}
      submit={isNew ? 'Create portfolio' : 'Save changes'}
      onGone={holderList.refresh}
      busy="Saving..."
      canSubmit={({ user_id }) => user_id !== ''}
      onSaved={() => onSaved(isNew ? 'Portfolio created.' : 'Portfolio updated.')}
    >
      {(form, { user, portfolio, derived }) => (
        <>
          {!user && <OwnerField form={form} />}
          {derived && <DerivedNote figures={derived} isEntered={portfolio?.is_recorded ?? false} />}
          <Figures form={form} />
          {portfolio?.is_recorded && (
            <TickField
              form={form}
              name="corrects_last_point"
              label="This corrects a mistake: replace the last point of the value chart"
              hint="The last recorded point takes these figures and keeps its time. Otherwise a new point is added and the old one stays."
            />
          )}
          {portfolio && <ReasonField form={form} />}
        </>
      )}
    </EditDialog>
  )
}

/** What is derived, beside what is entered. */
function DerivedNote({ figures, isEntered }: { figures: DerivedPortfolio; isEntered: boolean }) {
  const { total_value, total_invested, total_gains } = figures
  return (
    <p className="border-line-strong border-l-2 bg-sunken px-4 py-3 text-[0.875rem] text-ink-2">
      Derived from ledger, register and valuations: value {formatMoney(total_value)}, invested{' '}
      {formatMoney(total_invested)}, gains {formatSignedMoney(total_gains)}.{' '}
      {isEntered
        ? 'The investor sees the figures below.'
        : 'The investor sees these until figures are entered here.'}
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
