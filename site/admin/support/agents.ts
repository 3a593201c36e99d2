/** Who works on the desk, the prepared answers, and how satisfied writers were. */

import { computed } from 'nanostores'
import { adminDesk } from '#contract/admin-desk'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'

const { $view } = createAdminQuery(['desk-agents'], async () => (await callAdmin(adminDesk.agents)).agents)

/** Who can be assigned, by name; empty until it is loaded. */
export const $agents = computed($view, (view) => dataOf(view) ?? [])

export const { $view: $cannedReplies, refresh: refreshCannedReplies } = createAdminQuery(
  ['canned-replies'],
  async () => (await callAdmin(adminDesk.cannedReplies)).canned_replies,
)

export const { $view: $satisfaction, refresh: refreshSatisfaction } = createAdminQuery(
  ['desk-satisfaction'],
  () => callAdmin(adminDesk.satisfaction),
)
