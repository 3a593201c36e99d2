/** Status of an approval request. Only one awaiting approval can be decided. */
export const approvalStatuses = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/**
 * The audit log actions that a second administrator may have to approve, each with what it does as an infinitive:
 * “requested approval to …”.
 */
export const approvalActionPhrases = {
  'transaction.create': 'add a transaction',
  'transaction.update': 'edit a transaction',
  'transaction.delete': 'delete a transaction',
  'portfolio.create': 'create a portfolio',
  'portfolio.update': 'edit a portfolio',
  'portfolio.use_derived': 'use calculated figures',
  'portfolio.delete': 'delete a portfolio',
  'activity.create': 'add an activity',
  'activity.update': 'edit an activity',
  'activity.delete': 'delete an activity',
  'investment.approve': 'approve a request from an investor with a watchlist match',
  'subscription.allot': 'allot units',
  'subscription.reject': 'reject a paid subscription',
  'register.transfer': 'transfer units',
  'register.redemption': 'redeem units',
  'register.correction': 'correct a register movement',
  'register.distribute': 'book a distribution',
  'register.pay_held_back': 'pay a held-back amount',
  'register.reverse_distribution': 'reverse a distribution',
  'offering.create': 'open an offering',
  'offering.update': 'change an offering',
  'series.update': 'change the key facts of a series',
  'token.create': 'add an active token',
  'token.update': 'edit a token',
  'token.activate': 'activate a token',
  'token.deactivate': 'deactivate a token',
  'category.update': 'rename a category',
  'series_document.add': 'publish a document',
  'series_document.version': 'publish a document version',
  'series_document.update': 'change whether a document must be acknowledged',
  'valuation.add': 'add a valuation',
  'attestation.add': 'add an attestation',
  'verification.verify': 'verify an investor',
  'screening.decide': 'clear a screening match',
  'user.disable': 'deactivate several investors',
  'user.enable': 'activate an investor whom a colleague deactivated',
  'user.verify': 'verify an investor manually',
  'user.unverify': 'remove a verification',
  'user.update': 'change status and verification',
  'user.delete': 'delete an account',
  'screening.upload_list': 'upload a watchlist',
  'email_dispute.keep': 'keep the current email address',
  'email_dispute.restore': 'restore the previous email address',
  'notification.broadcast': 'send a message to all investors',
  'notification.send_to_several': 'send a message to several investors',
  'banner.update': 'publish an announcement',
  'department.create': 'add a department',
  'department.update': 'change the contact details of a department',
  'document.upload': 'publish a public document',
  'document.publish': 'make a document public',
  'document.update': 'rename a public document',
  'settings.update': 'change the settings',
  'admin.create': 'create an administrator',
  'admin.set_roles': 'change the roles of an administrator',
  'admin.enable': 'enable an administrator',
  'admin.disable': 'disable an administrator',
  'admin.delete': 'delete an administrator',
} as const
/**
 * What approval requests are about whose details are for those who read the audit log: administrators, evidence and
 * watchlist matches.
 */
export const confidentialApprovals = {
  entities: ['admin', 'verification', 'screening_hit', 'screening_list'],
  actions: ['user.verify', 'user.unverify', 'email_dispute.keep', 'email_dispute.restore'],
}

export type ApprovedAction = keyof typeof approvalActionPhrases
