import { useStore } from '@nanostores/react'
import type { AdminDepartment } from '#contract/desk/admin-departments'
import type { RowForm } from '#core/form/row-form'
import { weekdays } from '#shared/enums/site'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { type DepartmentValues, dayLabels, hints, labels } from './department-form.ts'

/** A department's business hours and targets, which determine the due times of tickets, calls and chats. */
export function BusinessHoursFields({ form }: { form: RowForm<DepartmentValues, AdminDepartment> }) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <fieldset className="grid gap-5 border-line border-t pt-5">
      <legend className="float-left mb-3 w-full font-medium">Business hours and response targets</legend>
      <fieldset>
        <legend className="visually-hidden">Business days</legend>
        <div className="flex flex-wrap gap-x-4">
          {weekdays.map((day) => (
            <label key={day} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                name={day}
                className="size-4 accent-current"
                checked={values[day]}
                onChange={({ target }) => form.set(day, target.checked)}
              />
              <abbr className="no-underline" title={dayLabels[day]}>
                {dayLabels[day].slice(0, 3)}
              </abbr>
            </label>
          ))}
        </div>
        {fieldErrors.mon && (
          <p className="text-[0.875rem] text-loss" role="alert">
            {fieldErrors.mon}
          </p>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="open_from"
          label={labels.open_from}
          hint="HH:MM"
          maxLength={5}
          required
        />
        <TextField
          form={form}
          name="open_to"
          label={labels.open_to}
          hint={hints.open_to}
          maxLength={5}
          required
        />
      </div>
      <TextField
        form={form}
        name="time_zone"
        label={labels.time_zone}
        hint={hints.time_zone}
        maxLength={100}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="first_answer_hours"
          label={labels.first_answer_hours}
          hint={hints.first_answer_hours}
          inputMode="numeric"
          maxLength={3}
        />
        <TextField
          form={form}
          name="resolution_hours"
          label={labels.resolution_hours}
          hint={hints.resolution_hours}
          inputMode="numeric"
          maxLength={3}
        />
      </div>
    </fieldset>
  )
}
