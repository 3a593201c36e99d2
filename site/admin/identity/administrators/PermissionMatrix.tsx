import { useRef } from 'react'
import { hasPermission } from '#contract/permissions'
import { adminRoles } from '#shared/enums/accounts'
import { useIsOverflowing } from '#site/admin/kit/list/use-is-overflowing.ts'
import { Panel } from '#ui/Panel'
import { permissionDescriptions, permissionOrder, roleLabels } from './role-labels.ts'
import '#site/admin/kit/list/list.css'

/** The permissions of each role, rendered from the same table that the server enforces. */
export function PermissionMatrix() {
  const region = useRef<HTMLElement>(null)
  const overflows = useIsOverflowing(region)
  const scrolling = overflows ? { tabIndex: 0, 'aria-label': 'Role permissions, scrolls horizontally' } : {}
  return (
    <Panel
      title="Role permissions"
      note="Administrators with several roles have the permissions of all of them"
    >
      <section
        ref={region}
        className="list-scroll relative"
        data-overflows={overflows || undefined}
        {...scrolling}
      >
        <table className="w-full min-w-[40rem] text-[0.9375rem]">
          <caption className="visually-hidden">Role permissions</caption>
          <thead>
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className="py-2.5 pr-3 pl-[22px] font-normal max-sm:pl-4">
                Permission
              </th>
              {adminRoles.map((role) => (
                <th key={role} scope="col" className="w-[6.5rem] px-2 py-2.5 text-center font-normal">
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissionOrder.map((permission) => (
              <tr key={permission} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-2.5 pr-3 pl-[22px] text-left font-normal max-sm:pl-4">
                  {permissionDescriptions[permission]}
                </th>
                {adminRoles.map((role) => (
                  <td key={role} className="px-2 py-2.5 text-center">
                    {hasPermission([role], permission) ? (
                      <span className="text-gain">Yes</span>
                    ) : (
                      <>
                        <span aria-hidden="true" className="text-ink-3">
                          –
                        </span>
                        <span className="visually-hidden">No</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
