/** What became of a proposal that needs a second administrator. Only one that waits can be decided. */
export const approvalStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The actions of the audit log that a second administrator may have to approve. */
export const approvedActions = [
  'transaction.create',
  'transaction.update',
  'transaction.delete',
  'portfolio.create',
  'portfolio.update',
  'portfolio.use_derived',
  'portfolio.delete',
  'activity.create',
  'activity.update',
  'activity.delete',
  'investment.approve',
  'subscription.allot',
  'register.transfer',
  'register.redemption',
  'register.correction',
  'register.distribute',
  'register.pay_held_back',
  'register.reverse_distribution',
  'offering.create',
  'offering.update',
  'valuation.add',
  'attestation.add',
  'verification.verify',
  'screening.decide',
  'user.verify',
  'user.unverify',
  'user.update',
  'user.delete',
  'screening.upload_list',
  'email_dispute.restore',
  'settings.update',
  'admin.create',
  'admin.set_roles',
  'admin.enable',
  'admin.disable',
  'admin.delete',
] as const
export type ApprovedAction = (typeof approvedActions)[number]
