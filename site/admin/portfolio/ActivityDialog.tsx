import { ActivityBody, type AdminActivity, adminPortfolios } from '#contract/portfolio/admin-portfolios'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { activityTypes } from '#shared/enums/portfolios'
import { formatFullName } from '#shared/full-name'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { SelectField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { InvestorField } from '#site/admin/kit/user-picker/InvestorField.tsx'
import {
  type ActivityForm,
  createActivityVersion,
  activityLabels as labels,
  toActivityBody,
  toActivityEdit,
  toActivityVersion,
  validateActivity,
} from './portfolio-form.ts'
import { activityList } from './portfolio-list.ts'

/** The activity to edit, or `new`. */
export type EditedActivity = AdminActivity | 'new'

type Saved = Awaited<ReturnType<typeof callAdminApi<typeof adminPortfolios.updateActivity>>>

const failure = 'Failed to save activity'

function formOf(edited: EditedActivity): RowFormOptions<ActivityForm, Saved> {
  if (edited === 'new') {
    return {
      initial: createActivityVersion(new Date().toISOString().slice(0, 10)),
      check: validateActivity,
      save: (values, { idempotencyKey }) =>
        callAdminApi(
          adminPortfolios.createActivity,
          {
            body: {
              user_id: Number(values.user_id),
              ...toActivityBody(values),
              ...toReasonPayload(values.reason),
            },
          },
          { idempotencyKey },
        ),
      failure,
    }
  }
  const params = { id: edited.id }
  return {
    initial: toActivityVersion(edited),
    check: validateActivity,
    save: (values, { updatedAt, base }) =>
      callAdminApi(adminPortfolios.updateActivity, {
        params,
        body: { ...toActivityEdit(values, base), updated_at: updatedAt },
      }),
    readLastChange: getLastChange({ entity: 'activity', id: params.id }),
    reread: async () =>
      toActivityVersion((await callAdminApi(adminPortfolios.getActivity, { params })).activity),
    failure,
  }
}

export const activityTypeLabels: Record<(typeof activityTypes)[number], string> = {
  activity: 'Activity',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  investment: 'Investment',
  other: 'Other',
}
const types = activityTypes.map((value) => ({ value, label: activityTypeLabels[value] }))

interface ActivityDialogProps {
  target: EditedActivity | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Adds an activity for an investor, or edits one. */
export function ActivityDialog({ target, onClose, onSaved }: ActivityDialogProps) {
  const isNew = target === undefined || target === 'new'
  return (
    <EditDialog
      target={target}
      onClose={onClose}
      title={isNew ? 'Add activity' : 'Edit activity'}
      kicker={isNew ? undefined : formatFullName(target.user)}
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
          {edited === 'new' && <InvestorField form={form} />}
          <TextareaField
            form={form}
            name="description"
            label={labels.description}
            required
            maxLength={getFieldRules(ActivityBody, 'description').maxLength}
          />
          <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
            <SelectField form={form} name="type" label={labels.type} required options={types} />
            <TextField form={form} name="activity_date" label={labels.activity_date} required type="date" />
            <TextField
              form={form}
              name="net_growth"
              label={labels.net_growth}
              required
              inputMode="decimal"
              hint="May be negative"
            />
            <TextField form={form} name="balance" label={labels.balance} required inputMode="decimal" />
          </div>
          <ReasonField form={form} name="reason" isHidden />
        </>
      )}
    </EditDialog>
  )
}
