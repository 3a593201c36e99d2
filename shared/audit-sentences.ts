/**
 * Audit log entries as sentences. `{actor}` is the administrator; `{who}` the investors, visitor, administrator or
 * series concerned; `{row}` the changed row; `{money}` its amount; `{place}` where the panel shows what the log does
 * not repeat; `{banner}` what happened to an announcement; `{caller}` who made a denied call and `{target}` the row it
 * concerned. Other names are fields of the row. A part in brackets is left out if one of its names is unknown.
 */
const sentences: Readonly<Record<string, string>> = {
  'access.refused': '{caller|Someone} was denied access[ to {call}][ on {target}][ ({reason})]',
  'access.refusals': 'Repeated denied requests were combined into this entry',
  'activity.create': '{actor} added an activity[ for {who}][ (net growth {net_growth}, balance {balance})]',
  'activity.delete': '{actor} deleted an activity[ for {who}][ (net growth {net_growth}, balance {balance})]',
  'activity.update': '{actor} edited an activity[ for {who}]',
  'admin.add_factor': '{actor} added a two-step verification method[ for {who}]',
  'admin.cancel_email': '{actor} cancelled the change of their email address',
  'admin.change_email': '{actor} changed the email address[ of {who}][ to {email}]',
  'admin.change_password': '{actor} changed the password[ for {who}]',
  'admin.create': '{actor} added administrator {who|}[ ({roles})]',
  'admin.delete': '{actor} deleted administrator {who|}',
  'admin.disable': '{actor} disabled administrator {who|}',
  'admin.enable': '{actor} enabled administrator {who|}',
  'admin.end_sessions': '{actor} ended all sessions[ for {who}]',
  'admin.lock': 'Account[ of {who}] locked after failed sign-ins',
  'admin.remove_factor': '{actor} removed a two-step verification method[ for {who}]',
  'admin.keep_recovery_codes': '{actor} confirmed that the recovery codes[ for {who}] were saved',
  'admin.replace_recovery_codes': '{actor} generated new recovery codes[ for {who}]',
  'admin.report_sign_in': '{actor} reported an unrecognized sign-in',
  'admin.request_email': '{actor} requested a change of their email address[ to {email}]',
  'admin.reset_password': '{actor} reset the password[ for {who}]',
  'admin.second_factor_refused':
    'A sign-in[ by {who}] used the correct password but failed two-step verification',
  'admin.set_roles': '{actor} changed the roles[ for {who}]',
  'admin.stop_email': '{actor} stopped an email change they did not request',
  'admin.update': '{actor} updated the account[ of {who}]',
  'admin.use_recovery_code': '{actor} used a recovery code',
  'approval.approve': '{actor} approved the request[ from {proposed_by}] to {proposal}[ for {who}] ({row})',
  'approval.expire': 'The request[ from {proposed_by}] to {proposal}[ for {who}] expired ({row})',
  'approval.outdate': 'The request[ from {proposed_by}] to {proposal}[ for {who}] became outdated ({row})',
  'approval.propose': '{actor} requested approval to {proposal}[ for {who}] ({row})',
  'approval.refuse': '{actor} rejected the request[ from {proposed_by}] to {proposal}[ for {who}] ({row})',
  'approval.withdraw': '{actor} withdrew the request to {proposal}[ for {who}] ({row})',
  'audit.seal': 'Sealing of entries started',
  'audit.verify': '{actor} started verification of the audit log',
  'audit.checked': 'Audit log verified[ up to entry {last_id}]: {state}',
  'banner.update': '{actor} {banner|changed} the announcement[ “{announcement}”]',
  'chat.answer': '{actor} replied to {row}[ from {who}]',
  'email_dispute.keep': '{actor} resolved the email dispute[ of {who}]: current address kept',
  'email_dispute.open':
    'An email change[ of {who}] was disputed from the previous address and the account was locked',
  'email_dispute.restore': '{actor} resolved the email dispute[ of {who}]: previous address restored',
  'evidence.open': '{actor} viewed evidence[ for {who}][ ({item})]',
  'evidence.remove': 'Evidence[ for {who}] was deleted[ because {because}]',
  'evidence.rotate': '{actor} rotated the evidence encryption keys[ ({files} files)]',
  'investment.approve':
    '{actor} approved the request for {token|a token}[ from {who}][, a confirmed match on {on_list}]',
  'investment.reject': '{actor} rejected the request for {token|a token}[ from {who}]',
  'list.export': '{actor} started an export of {list}[ ({rows} rows)]',
  'list.export_cancelled': '{actor} cancelled the export of {list}[ after {sent} of {rows} rows]',
  'list.export_completed': '{actor} exported {list}[ ({sent} rows)]',
  'list.export_failed': 'The export of {list} by {actor} failed[ after {sent} of {rows} rows]',
  'mail.retry': '{actor} resent {row}[ to {who}]',
  'note.read': '{actor} read a note that mentions them',
  'notification.broadcast': '{actor} notified all active investors[ ({target_users})]',
  'notification.send': '{actor} sent {row}[ to {who}]',
  'notification.send_to_several': '{actor} notified {target_users} investors',
  'portfolio.use_derived': '{actor} switched {row}[ of {who}] to calculated figures',
  'proof.snapshot': '{actor} took a snapshot of the registers',
  'register.correction': '{actor} corrected units[ of {symbol}][ for {who}]',
  'register.distribute': '{actor} booked a distribution[ of {symbol}][ ({total})]',
  'register.issue': '{actor} issued {units|units}[ of {symbol}][ to {who}]',
  'register.pay_held_back': '{actor} paid a held-back amount[ of {symbol}][ to {who}]',
  'register.redemption': '{actor} redeemed {units|units}[ of {symbol}][ for {who}][ ({money})]',
  'register.reverse_distribution': '{actor} reversed {row}[ of {symbol}]',
  'register.transfer': '{actor} transferred {units|units}[ of {symbol}][ between {who}]',
  'screening.decide': '{actor} decided a screening match[ for {who}][, {consequence}]',
  'screening.upload_list':
    '{actor} replaced the watchlist[ with {filename}][ ({names_added} added, {names_removed} removed)]',
  'report_schedule.create': '{actor} scheduled a report: {report|unknown}[, {frequency}][, for {recipients}]',
  'report_schedule.delete':
    '{actor} deleted a report schedule: {report|unknown}[, {frequency}][, for {recipients}]',
  'session.end': '{actor} ended a session[ for {who}]',
  'session.refused': 'Sign-in by {actor} failed[ ({reason})]',
  'session.sign_in': '{actor} signed in',
  'settings.update': '{actor} changed the site settings',
  'subscription.allot': '{actor} allotted {row}[ for {who}][, a confirmed match on {on_list}]',
  'subscription.approve': '{actor} approved {row}[ for {who}][, a confirmed match on {on_list}]',
  'subscription.fund': '{actor} recorded payment for {row}[ from {who}]',
  'subscription.review': '{actor} started review of {row}[ from {who}]',
  'ticket.merge': '{actor} merged {row}[ into {merged_into}]',
  'ticket.reply': '{actor} replied to {row}[ from {who}]',
  'transaction.create': '{actor} added {row}[ ({type} of {money})][ for {who}]',
  'transaction.delete': '{actor} deleted {row}[ ({type} of {money})][ for {who}]',
  'transaction.update': '{actor} edited {row}[ ({type} of {money})][ for {who}]',
  'user.delete': '{actor} deleted the account[ of {who}]',
  'user.disable': '{actor} deactivated {who|an account}',
  'user.end_sessions': '{actor} ended all sessions[ for {who}]',
  'user.enable': '{actor} activated {who|an account}',
  'user.unlock': '{actor} unlocked {who|an account}',
  'user.unverify': '{actor} manually removed the verification of {who|an account}',
  'user.update': '{actor} changed the status or verification of {who|an account}',
  'user.verify': '{actor} manually verified {who|an account}[, a confirmed match on {on_list}]',
  'verification.accept_item': '{actor} accepted a verification item[ for {who}][ ({item})]',
  'verification.ask_again':
    '{actor} requested more information from {who|an investor}[ on {item}]. See {place} for the reason',
  'verification.assign': '{actor} assigned the verification[ of {who}][ to {assignee}]',
  'verification.check': '{actor} {mark|changed} {check|a check}[ in the verification of {who}]',
  'verification.expire': 'The verification[ of {who}] expired',
  'verification.rate':
    '{actor} set the risk rating for {who|an investor}[ to {risk}]. See {place} for the rationale',
  'verification.refuse': '{actor} rejected the verification[ of {who}]. See {place} for the reason',
  'verification.verify': '{actor} verified {who|an investor}[, a confirmed match on {on_list}][ ({review})]',
  'view.create': '{actor} saved a view[ “{name}”]',
  'view.delete': '{actor} deleted a view[ “{name}”]',
}

/** Past tense of the verbs that end actions. */
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
  version: 'added a new version of',
  withdraw: 'withdrew',
}

/** The sentence for an action; an unknown action is described by its verb. */
export function getAuditSentence(action: string): string {
  const known = sentences[action]
  if (known !== undefined) return known
  const verb = action.split('.').at(-1) ?? action
  const past = pasts[verb]
  return past === undefined
    ? `{actor} performed “${verb.replaceAll(/[_{}[\]]/g, ' ').trim()}” on {row}[ for {who}]`
    : `{actor} ${past} {row}[ for {who}]`
}
