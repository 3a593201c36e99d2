import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminDepartment } from '#contract/admin-departments'
import { departmentNames } from '#shared/enums/site'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Department } from './Department.tsx'
import {
  $departments,
  deleteDepartment,
  labels,
  namesOf,
  newDepartmentForm,
  refreshDepartments,
  rulesOf,
} from './departments.ts'

const topics = ['settings'] as const
const layout = 'grid grid-cols-1 gap-3 max-w-[72rem]'

/** How each department is reached. */
export function Departments() {
  const view = useStore($departments)
  const mayEdit = useMay()('publish')
  const named = useSearchParams()[0].get('department')
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const mark = (name: string, isDirty: boolean) =>
    setDirty((before) => {
      const next = new Set(before)
      if (isDirty) next.add(name)
      else next.delete(name)
      return next
    })

  useLiveRefetch(topics, refreshDepartments)
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
      lead="What visitors see on the help, investor relations and every other page; a saved change shows at once"
    >
      <UnsavedGuard isDirty={dirty.size > 0} />
      <RemoteView
        view={view}
        {...loadFailure('Failed to fetch departments')}
        onRetry={refreshDepartments}
        loading={<Loading />}
      >
        {(departments) => (
          <div className={layout}>
            {departments.map((row) => (
              <Department
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
        of={isAdding}
        onClose={() => setAdding(undefined)}
        title="Add department"
        form={newDepartmentForm}
        labels={{ title: 'Name', email: 'Email', description: 'Description' }}
        submit="Add department"
        busy="Adding..."
        onSaved={() => done('Department added.')}
      >
        {(form) => (
          <>
            <TextField
              form={form}
              name="title"
              label="Name"
              hint="Letters, digits and spaces, such as Press office"
              required
              maxLength={40}
              data-autofocus
            />
            <TextField form={form} name="email" type="email" label={labels.email} {...rulesOf('email')} />
            <AreaField
              form={form}
              name="description"
              label={labels.description}
              rows={3}
              {...rulesOf('description')}
            />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        of={deleting}
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
            This deletes <strong>{namesOf(department).title}</strong> and takes it off the help page. This
            action cannot be undone.
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
          <p className="text-[1.1875rem]">{namesOf(name).title}</p>
          <Skeleton className="mt-1 h-5" />
        </div>
      ))}
    </div>
  )
}
