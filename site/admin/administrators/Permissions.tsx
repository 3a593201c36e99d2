import { useRef } from 'react'
import { mayDo } from '#contract/permissions'
import { adminRoles } from '#shared/enums/accounts'
import { useOverflow } from '#site/admin/list/use-overflow.ts'
import { Panel } from '#ui/Panel'
import { permissionOrder, permissionTexts, roleNames } from './words.ts'
import '#site/admin/list/list.css'

/** What each role may do, as the server decides it: drawn from the same table. */
export function Permissions() {
  const region = useRef<HTMLElement>(null)
  const overflows = useOverflow(region)
  const scrolling = overflows ? { tabIndex: 0, 'aria-label': 'What each role may do, scrolls sideways' } : {}
  return (
    <Panel title="What a role may do" note="Somebody with several roles may do what any of them may">
      <section
        ref={region}
        className="list-scroll relative"
        data-overflows={overflows || undefined}
        {...scrolling}
      >
        <table className="w-full min-w-[40rem] text-[0.9375rem]">
          <caption className="visually-hidden">What each role may do</caption>
          <thead>
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className="py-2.5 pr-3 pl-[22px] font-normal max-sm:pl-4">
                Permission
              </th>
              {adminRoles.map((role) => (
                <th key={role} scope="col" className="w-[6.5rem] px-2 py-2.5 text-center font-normal">
                  {roleNames[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissionOrder.map((permission) => (
              <tr key={permission} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-2.5 pr-3 pl-[22px] text-left font-normal max-sm:pl-4">
                  {permissionTexts[permission]}
                </th>
                {adminRoles.map((role) => (
                  <td key={role} className="px-2 py-2.5 text-center">
                    {mayDo([role], permission) ? (
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
