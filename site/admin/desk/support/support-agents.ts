/** Support staff, canned replies and the satisfaction rating. */

import { computed } from 'nanostores'
import { adminSupportItems } from '#contract/desk/admin-support-items'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { getData } from '#core/query/remote'

const { $view } = createAdminQuery(
  ['desk-agents'],
  async () => (await callAdminApi(adminSupportItems.listAgents)).agents,
)

/** Selectable assignees, by name; empty until loaded. */
export const $agents = computed($view, (view) => getData(view) ?? [])

export const { $view: $cannedReplies, refresh: refreshCannedReplies } = createAdminQuery(
  ['canned-replies'],
  async () => (await callAdminApi(adminSupportItems.listCannedReplies)).canned_replies,
)

export const { $view: $satisfaction, refresh: refreshSatisfaction } = createAdminQuery(
  ['desk-satisfaction'],
  () => callAdminApi(adminSupportItems.getSatisfaction),
)
