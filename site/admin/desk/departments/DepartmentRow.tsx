import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { type AdminDepartment, adminDepartments } from '#contract/desk/admin-departments'
import type { RowForm } from '#core/form/row-form'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { EditPanel } from '#site/admin/kit/form/EditPanel.tsx'
import { TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { BusinessHoursFields } from './BusinessHoursFields.tsx'
import {
  createDepartmentForm,
  type DepartmentValues,
  fieldNames,
  getDepartmentFieldRules,
  getDepartmentTexts,
  hints,
  isCustomDepartment,
  labels,
  needsSecond,
  refreshDepartments,
} from './department-form.ts'

interface ApprovalProps {
  form: RowForm<DepartmentValues, AdminDepartment>
  row: AdminDepartment
}

/** The notice and the reason, once visitors would see a change. */
function Approval({ form, row }: ApprovalProps) {
  const { values } = useStore(form.$state)
  const write = { endpoint: adminDepartments.update, isNeeded: needsSecond(values, row) }
  return (
    <>
      <SecondApproval write={write} />
      <ApprovalReason form={form} write={write} />
    </>
  )
}

interface DepartmentProps {
  row: AdminDepartment
  /** The URL names it, so it is initially open and in view. */
  isNamed: boolean
  /** It has unsaved input, even while collapsed. */
  isDirty: boolean
  onDirty: (isDirty: boolean) => void
  onDelete: () => void
}

/** A department in one line, which expands to its form. */
export function DepartmentRow({ row, isNamed, isDirty, onDirty, onDelete }: DepartmentProps) {
  const mayEdit = usePermissions()('publish')
  const [isOpen, setOpen] = useState(isNamed)
  const place = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the section opens
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView({ block: 'start' })
  }, [])
  const { title, about } = getDepartmentTexts(row.department)
  const none = <span className="text-ink-3">None</span>
  return (
    <details
      ref={place}
      className="panel group min-w-0 scroll-mt-20"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="grid cursor-pointer grid-cols-1 items-baseline gap-x-5 gap-y-1 px-[22px] py-4 hover:bg-sunken max-sm:px-4 md:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,5fr)_4.5rem]">
        <span className="min-w-0">
          <span className="text-[1.0625rem] font-medium wrap-anywhere">{title}</span>
          <span className="block text-[0.8125rem] leading-snug text-ink-3">{about}</span>
        </span>
        <span className="min-w-0 text-[0.9375rem] text-ink-2 wrap-anywhere">
          <span className="visually-hidden">Email: </span>
          {row.email || none}
        </span>
        <span className="min-w-0 text-[0.9375rem] text-ink-2 wrap-anywhere">
          <span className="visually-hidden">Hours: </span>
          {row.hours || none}
        </span>
        <span
          className="flex flex-wrap items-center gap-2 text-[0.9375rem] md:justify-end"
          aria-hidden="true"
        >
          {isDirty && !isOpen && <Badge tone="warn">Unsaved</Badge>}
          <span className="underline underline-offset-2">{isOpen ? 'Close' : mayEdit ? 'Edit' : 'Open'}</span>
        </span>
        {isDirty && !isOpen && <span className="visually-hidden">Unsaved changes</span>}
      </summary>
      <div className="border-line border-t">
        {mayEdit ? (
          <EditPanel
            row={row}
            form={createDepartmentForm}
            labels={labels}
            name={title}
            submit="Save"
            done="Department saved."
            onSaved={refreshDepartments}
            onDirty={onDirty}
          >
            {(form) => (
              <>
                <TextField
                  form={form}
                  name="email"
                  type="email"
                  label={labels.email}
                  {...getDepartmentFieldRules('email')}
                />
                <div className="grid gap-5 sm:grid-cols-2">
                  <TextField
                    form={form}
                    name="phone"
                    type="tel"
                    label={labels.phone}
                    {...getDepartmentFieldRules('phone')}
                  />
                  <TextField
                    form={form}
                    name="whatsapp"
                    label={labels.whatsapp}
                    hint={hints.whatsapp}
                    maxLength={500}
                  />
                  <TextField
                    form={form}
                    name="telegram"
                    label={labels.telegram}
                    hint={hints.telegram}
                    {...getDepartmentFieldRules('telegram')}
                  />
                  <TextField
                    form={form}
                    name="linkedin"
                    type="url"
                    label={labels.linkedin}
                    hint={hints.linkedin}
                    {...getDepartmentFieldRules('linkedin')}
                  />
                </div>
                <TextField
                  form={form}
                  name="hours"
                  label={labels.hours}
                  hint="Shown to visitors as written"
                  {...getDepartmentFieldRules('hours')}
                />
                <BusinessHoursFields form={form} />
                <TextareaField
                  form={form}
                  name="description"
                  label={labels.description}
                  rows={3}
                  {...getDepartmentFieldRules('description')}
                />
                <Approval form={form} row={row} />
              </>
            )}
          </EditPanel>
        ) : (
          <div className="p-[22px] max-sm:p-4">
            <DescriptionList items={fieldNames.map((name) => [labels[name], row[name] ?? ''])} />
          </div>
        )}
        {mayEdit && isCustomDepartment(row) && (
          <div className="border-line border-t px-[22px] py-4 max-sm:px-4">
            <Button
              look="danger"
              small
              aria-haspopup="dialog"
              aria-label={`Delete department ${title}`}
              onClick={onDelete}
            >
              Delete department
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
