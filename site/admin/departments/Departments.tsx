import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminDepartment } from '#contract/admin-departments'
import { departmentNames } from '#shared/enums/site'

import { Facts } from '#site/admin/detail/Facts.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { EditPanel } from '#site/admin/form/EditPanel.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import {
  $departments,
  deleteDepartment,
  departmentForm,
  fieldNames,
  hints,
  isAdded,
  labels,
  namesOf,
  newDepartmentForm,
  refreshDepartments,
  rulesOf,
} from './departments.ts'
import { WorkFields } from './WorkFields.tsx'

const topics = ['settings'] as const
const layout = 'grid grid-cols-1 gap-5 xl:grid-cols-2'

/** How each department is reached. */
export function Departments() {
  const view = useStore($departments)
  const mayEdit = useMay()('publish')
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
              <Panel
                key={row.department}
                title={namesOf(row.department).title}
                note={namesOf(row.department).about}
              >
                {mayEdit ? (
                  <EditPanel
                    row={row}
                    form={departmentForm}
                    labels={labels}
                    name={namesOf(row.department).title}
                    submit="Save"
                    done="Department saved."
                    onSaved={refreshDepartments}
                    onDirty={(isDirty) => mark(row.department, isDirty)}
                  >
                    {(form) => (
                      <>
                        <TextField
                          form={form}
                          name="email"
                          type="email"
                          label={labels.email}
                          {...rulesOf('email')}
                        />
                        <div className="grid gap-5 sm:grid-cols-2">
                          <TextField
                            form={form}
                            name="phone"
                            type="tel"
                            label={labels.phone}
                            {...rulesOf('phone')}
                          />
                          <TextField
                            form={form}
                            name="whatsapp"
                            label={labels.whatsapp}
                            hint={hints.whatsapp}
                            maxLength={500}
                          />
                        </div>
                        <TextField
                          form={form}
                          name="telegram"
                          label={labels.telegram}
                          hint={hints.telegram}
                          {...rulesOf('telegram')}
                        />
                        <TextField
                          form={form}
                          name="linkedin"
                          type="url"
                          label={labels.linkedin}
                          hint={hints.linkedin}
                          {...rulesOf('linkedin')}
                        />
                        <TextField
                          form={form}
                          name="hours"
                          label={labels.hours}
                          hint="In words, as visitors read them"
                          {...rulesOf('hours')}
                        />
                        <WorkFields form={form} />
                        <AreaField
                          form={form}
                          name="description"
                          label={labels.description}
                          rows={3}
                          {...rulesOf('description')}
                        />
                      </>
                    )}
                  </EditPanel>
                ) : (
                  <Stored of={row} />
                )}
                {mayEdit && isAdded(row) && (
                  <div className="border-line border-t px-[22px] py-4 max-sm:px-4">
                    <Button
                      look="danger"
                      small
                      aria-haspopup="dialog"
                      aria-label={`Delete department ${namesOf(row.department).title}`}
                      onClick={() => setDeleting(row)}
                    >
                      Delete department
                    </Button>
                  </div>
                )}
              </Panel>
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

/** A department as it is stored, for those who may not change it. */
function Stored({ of }: { of: AdminDepartment }) {
  return (
    <div className="p-[22px] max-sm:p-4">
      <Facts of={fieldNames.map((name) => [labels[name], of[name] ?? ''])} />
    </div>
  )
}

function Loading() {
  return (
    <div className={layout}>
      {departmentNames.map((name) => (
        <Panel key={name} title={namesOf(name).title} note={namesOf(name).about}>
          <div className="grid gap-5 p-[22px]">
            <span className="visually-hidden">Loading</span>
            <Skeleton className="h-[520px]" />
          </div>
        </Panel>
      ))}
    </div>
  )
}
