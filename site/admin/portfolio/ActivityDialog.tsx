import { ActivityBody, type AdminActivity, adminPortfolios } from '#contract/admin-portfolios'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { activityTypes } from '#shared/enums/portfolios'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, ChoiceField, TextField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { OwnerField } from '#site/admin/user-picker/OwnerField.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { activityList } from './list.ts'
import {
  type ActivityForm,
  activityBody,
  activityEdit,
  activityVersion,
  checkActivity,
  activityLabels as labels,
  newActivity,
} from './portfolio-form.ts'

/** An activity to edit, or `new`. */
export type EditedActivity = AdminActivity | 'new'

type Saved = Awaited<ReturnType<typeof callAdmin<typeof adminPortfolios.updateActivity>>>

const failure = 'Failed to save activity'

function formOf(edited: EditedActivity): RowFormOptions<ActivityForm, Saved> {
  if (edited === 'new') {
    return {
      initial: newActivity(new Date().toISOString().slice(0, 10)),
      check: checkActivity,
      save: (values, { idempotencyKey }) =>
        callAdmin(
          adminPortfolios.createActivity,
          {
            body: { user_id: Number(values.user_id), ...activityBody(values), ...saidReason(values.reason) },
          },
          { idempotencyKey },
        ),
      failure,
    }
  }
  const params = { id: edited.id }
  return {
    initial: activityVersion(edited),
    check: checkActivity,
    save: (values, { updatedAt, base }) =>
      callAdmin(adminPortfolios.updateActivity, {
        params,
        body: { ...activityEdit(values, base), updated_at: updatedAt },
      }),
    readLastChange: readLastChange({ entity: 'activity', id: params.id }),
    reread: async () => activityVersion((await callAdmin(adminPortfolios.readActivity, { params })).activity),
    failure,
  }
}

export const activityTypeNames: Record<(typeof activityTypes)[number], string> = {
  activity: 'Activity',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  investment: 'Investment',
  other: 'Other',
}
const types = activityTypes.map((value) => ({ value, label: activityTypeNames[value] }))

interface ActivityDialogProps {
  of: EditedActivity | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Adds an activity to an investor, or edits one. */
export function ActivityDialog({ of, onClose, onSaved }: ActivityDialogProps) {
  const isNew = of === undefined || of === 'new'
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title={isNew ? 'Add activity' : 'Edit activity'}
      kicker={isNew ? undefined : nameOf(of.user)}
      form={formOf}
      labels={labels}
      approval={{ endpoint: isNew ? adminPortfolios.createActivity : adminPortfolios.updateActivity }}
      submit={isNew ? 'Add activity' : 'Save changes'}
      onGone={activityList.refresh}
      busy="Saving..."
      onSaved={() => onSaved(isNew ? 'Activity added.' : 'Activity updated.')}
    >
      {(form, edited) => (
        <>
          {edited === 'new' && <OwnerField form={form} />}
          <AreaField
            form={form}
            name="description"
            label={labels.description}
            required
            maxLength={fieldRules(ActivityBody, 'description').maxLength}
          />
          <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
            <ChoiceField form={form} name="type" label={labels.type} required options={types} />
            <TextField form={form} name="activity_date" label={labels.activity_date} required type="date" />
            <TextField
              form={form}
              name="net_growth"
              label={labels.net_growth}
              required
              type="number"
              inputMode="decimal"
              step="0.01"
              hint="May be negative"
            />
            <TextField
              form={form}
              name="balance"
              label={labels.balance}
              required
              type="number"
              inputMode="decimal"
              step="0.01"
              min="0"
            />
          </div>
          <ReasonField form={form} name="reason" isHidden />
        </>
      )}
    </EditDialog>
  )
}
