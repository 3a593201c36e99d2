/**
 * What an entry of the audit log says, as a sentence. `{actor}` is the administrator, `{who}` the investors, visitor,
 * administrator or series it concerns, `{row}` the changed row, `{money}` its amount, `{place}` where the panel
 * shows what the log does not repeat, `{banner}` what happened to an announcement, `{caller}` who made a
 * refused call and `{target}` the row it was about; other names are fields of the row. A part in brackets is left out
 * where one of its names is unknown.
 */
const sentences: Readonly<Record<string, string>> = {
  'access.refused': '{caller|Somebody} was refused[ {call}][ on {target}][ ({reason})]',
  'access.refusals': 'Refused calls were repeated and are counted here',
  'activity.create': '{actor} added an activity[ for {who}][ (net growth {net_growth}, balance {balance})]',
  'activity.delete': '{actor} deleted an activity[ of {who}][ (net growth {net_growth}, balance {balance})]',
  'activity.update': '{actor} corrected an activity[ of {who}]',
  'admin.add_factor': '{actor} added a second factor[ for {who}]',
  'admin.change_password': '{actor} changed the password[ of {who}]',
  'admin.create': '{actor} made {who|an administrator} an administrator[ ({roles})]',
  'admin.delete': '{actor} removed the administrator {who|}',
  'admin.disable': '{actor} disabled the administrator {who|}',
  'admin.enable': '{actor} enabled the administrator {who|}',
  'admin.end_sessions': '{actor} ended the sessions[ of {who}]',
  'admin.lock': 'Failed sign-ins locked the account[ of {who}]',
  'admin.remove_factor': '{actor} removed a second factor[ of {who}]',
  'admin.keep_recovery_codes': '{actor} said that the recovery codes[ of {who}] are kept',
  'admin.replace_recovery_codes': '{actor} replaced the recovery codes[ of {who}]',
  'admin.report_sign_in': '{actor} reported a sign-in that was not theirs',
  'admin.reset_password': '{actor} reset the password[ of {who}]',
  'admin.second_factor_refused':
    'A sign-in[ of {who}] had the right password and wrong answers to the second step',
  'admin.set_roles': '{actor} changed the roles[ of {who}]',
  'admin.update': '{actor} changed the account[ of {who}]',
  'admin.use_recovery_code': '{actor} used a recovery code',
  'approval.approve': '{actor} approved {row}[ by {proposed_by}] to {proposal}[ of {who}]',
  'approval.expire': '{row} [by {proposed_by} ]to {proposal}[ of {who}] expired',
  'approval.outdate': '{row} [by {proposed_by} ]to {proposal}[ of {who}] no longer fitted its row',
  'approval.propose': '{actor} proposed to {proposal}[ of {who}], as {row}',
  'approval.refuse': '{actor} refused {row}[ by {proposed_by}] to {proposal}[ of {who}]',
  'approval.withdraw': '{actor} withdrew {row} to {proposal}[ of {who}]',
  'audit.seal': 'Entries are sealed from here on',
  'audit.verify': '{actor} started a check of the chain of this log',
  'audit.checked': 'The chain of this log was checked[ up to entry {last_id}]: {state}',
  'banner.update': '{actor} {banner|changed} the announcement[ “{announcement}”]',
  'chat.answer': '{actor} answered {row}[ of {who}]',
  'evidence.open': '{actor} opened evidence[ of {who}][ ({item})]',
  'evidence.remove': 'Evidence[ of {who}] was removed[, because {because}]',
  'evidence.rotate': '{actor} renewed the keys of evidence[ ({files} files)]',
  'investment.approve': '{actor} approved the request for {token|a token}[ of {who}][, who is on {on_list}]',
  'investment.reject': '{actor} rejected the request for {token|a token}[ of {who}]',
  'list.export': '{actor} began to export {list}[ ({rows} rows)]',
  'list.export_cancelled': '{actor} cancelled the export of {list}[ after {sent} of {rows} rows]',
  'list.export_completed': '{actor} exported {list}[ ({sent} rows)]',
  'list.export_failed': 'The export of {list} by {actor} failed[ after {sent} of {rows} rows]',
  'mail.retry': '{actor} sent {row}[ to {who}] again',
  'note.read': '{actor} read a note that names them',
  'notification.broadcast': '{actor} notified all investors[ ({target_users})]',
  'notification.send': '{actor} sent {row}[ to {who}]',
  'notification.send_to_several': '{actor} notified {target_users} investors',
  'portfolio.use_derived': '{actor} took the derived figures over into {row}[ of {who}]',
  'proof.snapshot': '{actor} took a snapshot of the registers',
  'register.correction': '{actor} corrected the units[ of {symbol}][ of {who}]',
  'register.distribute': '{actor} distributed income[ of {symbol}]',
  'register.issue': '{actor} issued units[ of {symbol}][ to {who}]',
  'register.redemption': '{actor} redeemed units[ of {symbol}][ of {who}]',
  'register.reverse_distribution': '{actor} reversed {row}[ of {symbol}]',
  'register.transfer': '{actor} transferred units[ of {symbol}][ between {who}]',
  'screening.decide': '{actor} decided a hit of the screening[ of {who}][, {consequence}]',
  'screening.upload_list':
    '{actor} replaced the screening list[ with {filename}][ ({names_added} new, {names_removed} gone)]',
  'report_schedule.create':
    '{actor} scheduled the report {report|of a schedule}[, {frequency}][, for {recipients}]',
  'report_schedule.delete':
    '{actor} ended the schedule of the report {report|of a schedule}[, {frequency}][, for {recipients}]',
  'session.end': '{actor} ended a session[ of {who}]',
  'session.refused': '{actor} was refused to sign in[ ({reason})]',
  'session.sign_in': '{actor} signed in',
  'settings.update': '{actor} changed the site settings',
  'subscription.allot': '{actor} allotted {row}[ of {who}][, who is on {on_list}]',
  'subscription.approve': '{actor} approved {row}[ of {who}][, who is on {on_list}]',
  'subscription.fund': '{actor} recorded the payment of {row}[ of {who}]',
  'subscription.review': '{actor} took up {row}[ of {who}]',
  'ticket.merge': '{actor} merged {row}[ into {merged_into}]',
  'ticket.reply': '{actor} answered {row}[ of {who}]',
  'transaction.create': '{actor} added {row}[ ({type} of {money})][ of {who}]',
  'transaction.delete': '{actor} deleted {row}[ ({type} of {money})][ of {who}]',
  'transaction.update': '{actor} changed {row}[ ({type} of {money})][ of {who}]',
  'user.delete': '{actor} deleted the account[ of {who}]',
  'user.disable': '{actor} disabled {who|an account}',
  'user.end_sessions': '{actor} ended the sessions[ of {who}]',
  'user.enable': '{actor} enabled {who|an account}',
  'user.unlock': '{actor} unlocked {who|an account}',
  'user.unverify': '{actor} took the verification by hand from {who|an account}',
  'user.update': '{actor} changed the marks of {who|an account}',
  'user.verify': '{actor} verified {who|an account} by hand[, who is on {on_list}]',
  'verification.accept_item': '{actor} accepted an item[ of {who}][ ({item})]',
  'verification.ask_again': '{actor} asked {who|an investor} again[ for {item}]. The reason is on {place}',
  'verification.assign': '{actor} assigned the verification[ of {who}][ to {assignee}]',
  'verification.check': '{actor} {mark|changed} {check|a check}[ in the verification of {who}]',
  'verification.expire': 'The verification[ of {who}] expired',
  'verification.rate': '{actor} rated the risk of {who|an investor}[ as {risk}]. The grounds are on {place}',
  'verification.refuse': '{actor} refused the verification[ of {who}]. The reason is on {place}',
  'verification.verify': '{actor} verified {who|an investor}[, who is on {on_list}][ ({review})]',
  'view.create': '{actor} saved a view[ “{name}”]',
  'view.delete': '{actor} deleted a view[ “{name}”]',
}

/** The past of the verbs that actions end in. */
const pasts: Readonly<Record<string, string>> = {
  activate: 'activated',
  add: 'added',
  approve: 'approved',
  close: 'closed',
  confirm: 'confirmed',
  create: 'added',
  deactivate: 'deactivated',
  delete: 'deleted',
  discard: 'discarded',
  publish: 'published',
  remove: 'removed',
  review: 'reviewed',
  reject: 'rejected',
  return: 'returned',
  update: 'changed',
  upload: 'uploaded',
  version: 'replaced the file of',
  withdraw: 'withdrew',
}

/** The sentence of an action; one that is not known here names its verb. */
export function sentenceOf(action: string): string {
  const known = sentences[action]
  if (known !== undefined) return known
  const verb = action.split('.').at(-1) ?? action
  const past = pasts[verb]
  return past === undefined
    ? `{actor} recorded “${verb.replaceAll(/[_{}[\]]/g, ' ').trim()}” on {row}[ of {who}]`
    : `{actor} ${past} {row}[ of {who}]`
}
