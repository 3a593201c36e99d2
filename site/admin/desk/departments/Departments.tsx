import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AdminDepartment, adminDepartments } from '#contract/desk/admin-departments'
import { departmentNames } from '#shared/enums/site'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { DepartmentRow } from './DepartmentRow.tsx'
import {
  $departments,
  createNewDepartmentForm,
  deleteDepartment,
  getDepartmentFieldRules,
  getDepartmentTexts,
  labels,
  refreshDepartments,
} from './department-form.ts'

const topics = ['settings'] as const
const addition = { endpoint: adminDepartments.create, isNeeded: true }
const layout = 'grid grid-cols-1 gap-3 max-w-[72rem]'

/** The contact details of each department. */
export function Departments() {
  const view = useStore($departments)
  const mayEdit = usePermissions()('publish')
  const named = useSearchParams()[0].get('department')
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const mark = (name: string, isDirty: boolean) =>
    setDirty((before) => {
      const next = new Set(before)
      if (isDirty) next.add(name)
      else next.delete(name)
      return next
    })

  useRefetchOnEvents(topics, refreshDepartments)
  const [isAdding, setAdding] = useState<object>()
  const [deleting, setDeleting] = useState<AdminDepartment>()
  const { notice, showSuccess } = useLocalToast()
  const done = async (message: string) => {
    await refreshDepartments()
    showSuccess(message)
  }

  return (
    <SectionPage
      title="Contact Departments"
      outcome={notice}
      aside={
        mayEdit && (
          <Button small aria-haspopup="dialog" onClick={() => setAdding({})}>
            Add department
          </Button>
        )
      }
      lead="Contact details shown on the Help, Investor Relations and other public pages. Changes take effect immediately."
    >
      <UnsavedChangesGuard isDirty={dirty.size > 0} />
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch departments')}
        onRetry={refreshDepartments}
        loading={<Loading />}
      >
        {(departments) => (
          <div className={layout}>
            {departments.map((row) => (
              <DepartmentRow
                key={row.department}
                row={row}
                isNamed={row.department === named}
                isDirty={dirty.has(row.department)}
                onDirty={(isDirty) => mark(row.department, isDirty)}
                onDelete={() => setDeleting(row)}
              />
            ))}
          </div>
        )}
      </RemoteView>
      <EditDialog
        target={isAdding}
        onClose={() => setAdding(undefined)}
        title="Add department"
        form={createNewDepartmentForm}
        labels={{ title: 'Name', email: 'Email', description: 'Description' }}
        submit="Add department"
        busy="Adding..."
        approval={addition}
        onSaved={() => done('Department added.')}
      >
        {(form) => (
          <>
            <TextField
              form={form}
              name="title"
              label="Name"
              hint="Letters, numbers and spaces, for example Press office"
              required
              maxLength={40}
              data-autofocus
            />
            <TextField
              form={form}
              name="email"
              type="email"
              label={labels.email}
              {...getDepartmentFieldRules('email')}
            />
            <TextareaField
              form={form}
              name="description"
              label={labels.description}
              rows={3}
              {...getDepartmentFieldRules('description')}
            />
            <ApprovalReason form={form} write={addition} />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete department"
        action="Delete department"
        busy="Deleting..."
        run={deleteDepartment}
        onDone={() => done('Department deleted.')}
        onOutdated={refreshDepartments}
        failure="Failed to delete department"
      >
        {({ department }) => (
          <>
            <strong>{getDepartmentTexts(department).title}</strong> will be deleted and removed from the help
            page. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function Loading() {
  return (
    <div className={layout}>
      <span className="visually-hidden">Loading</span>
      {departmentNames.map((name) => (
        <div key={name} className="panel px-[22px] py-4 max-sm:px-4">
          <p className="text-[1.1875rem]">{getDepartmentTexts(name).title}</p>
          <Skeleton className="mt-1 h-5" />
        </div>
      ))}
    </div>
  )
}
