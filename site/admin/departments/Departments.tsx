import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { departmentNames } from '#contract/departments'
import { EditPanel } from '#site/admin/form/EditPanel.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { SectionPage } from '#site/admin/frame/SectionPage.tsx'
import { Loaded } from '#site/admin/outcome/Loaded.tsx'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import {
  $departments,
  departmentForm,
  hints,
  labels,
  names,
  refreshDepartments,
  rulesOf,
} from './departments.ts'

const layout = 'grid grid-cols-1 gap-5 xl:grid-cols-2'

/** How each department is reached. */
export function Departments() {
  const view = useStore($departments)
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const mark = (name: string, isDirty: boolean) =>
    setDirty((before) => {
      const next = new Set(before)
      if (isDirty) next.add(name)
      else next.delete(name)
      return next
    })

  return (
    <SectionPage
      title="Contact Departments"
      lead="What visitors see on the help, investor relations and every other page; a saved change shows at once"
    >
      <UnsavedGuard isDirty={dirty.size > 0} />
      <Loaded
        view={view}
        failure="Failed to fetch departments"
        onRetry={refreshDepartments}
        loading={<Loading />}
      >
        {(departments) => (
          <div className={layout}>
            {departments.map((row) => (
              <Panel
                key={row.department}
                title={names[row.department].title}
                note={names[row.department].about}
              >
                <EditPanel
                  row={row}
                  form={departmentForm}
                  labels={labels}
                  name={names[row.department].title}
                  submit="Save"
                  done="Department saved."
                  onSaved={refreshDepartments}
                  onDirty={(isDirty) => mark(row.department, isDirty)}
                >
                  {(form) => (
                    <>
                      <div className="grid gap-5 sm:grid-cols-2">
                        <TextField
                          form={form}
                          name="email"
                          type="email"
                          label={labels.email}
                          {...rulesOf('email')}
                        />
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
                        <TextField
                          form={form}
                          name="telegram"
                          label={labels.telegram}
                          hint={hints.telegram}
                          {...rulesOf('telegram')}
                        />
                      </div>
                      <TextField
                        form={form}
                        name="linkedin"
                        type="url"
                        label={labels.linkedin}
                        hint={hints.linkedin}
                        {...rulesOf('linkedin')}
                      />
                      <TextField form={form} name="hours" label={labels.hours} {...rulesOf('hours')} />
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
              </Panel>
            ))}
          </div>
        )}
      </Loaded>
    </SectionPage>
  )
}

function Loading() {
  return (
    <div className={layout}>
      {departmentNames.map((name) => (
        <Panel key={name} title={names[name].title} note={names[name].about}>
          <div className="grid gap-5 p-[22px]">
            <span className="visually-hidden">Loading</span>
            <Skeleton className="h-[520px]" />
          </div>
        </Panel>
      ))}
    </div>
  )
}
