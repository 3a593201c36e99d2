/** Verifications of the demonstration: the demo investor's is decided, another investor's awaits a decision. */
import { eq } from 'drizzle-orm'
import {
  verificationDecisions,
  verificationFiles,
  verificationSteps,
  verifications,
} from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { listItems } from '#shared/enums/verifications'
import type { Transaction } from './demo-series.ts'

/** Stores a sample evidence file with these lines, encrypted for its owner. */
export type StoreEvidence = (
  userId: number,
  title: string,
  lines?: readonly string[],
) => Promise<{ filename: string; wrapped_key: string; size: number }>

const DAY_MS = 86_400_000
const NO_PASSWORD = '!'
/** Days for which the demo investor stays verified. */
const VERIFIED_DAYS = 400
/** Those of `content/compliance/checklist.yaml`. */
export const sampleDeclarations = ['true_and_complete', 'own_account', 'risk_understood'].map((id) => ({
  id,
  version: 2,
}))

const answersOf = (full_name: string) => ({
  identity: { full_name, birth_date: '1980-04-02', nationality: 'Switzerland' },
  address: { street: 'Sample street 1', city: 'Zürich', postal_code: '8001', country: 'Switzerland' },
  tax: { country: 'Switzerland', number: '756.0000.0000.00' },
  source_of_funds: 'Illustrative: sale of a company.',
  investor_kind: 'professional',
  ground: 'Wealthy private client with opting-out (article 5 FinSA)',
  declarations: sampleDeclarations,
})

/** Marks the demo investor as verified through the steps since the account was opened. */
async function verifyDemoInvestor(
  tx: Transaction,
  user_id: number,
  openedAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .update(verifications)
    .set({
      state: 'verified',
      by_hand: false,
      answers: answersOf('Demo Investor'),
      submitted_at: openedAt,
      decided_at: openedAt,
      verified_until: new Date(now.getTime() + VERIFIED_DAYS * DAY_MS).toISOString().slice(0, 10),
      risk: 'low',
      risk_grounds: 'Illustrative: lives and is taxed in Switzerland.',
    })
    .where(eq(verifications.user_id, user_id))
  await tx
    .insert(verificationDecisions)
    .values(listItems('person').map((item) => ({ user_id, item, decision: 'accepted' as const })))
  await tx.insert(verificationSteps).values([
    { user_id, action: 'submitted', by: 'investor', at: openedAt },
    { user_id, action: 'verify', by: 'system', at: openedAt },
  ])
}

/** An investor who awaits a review, with sample files labeled as such. */
async function addApplicant(tx: Transaction, now: Date, storeEvidence: StoreEvidence): Promise<void> {
  const submitted_at = new Date(now.getTime() - DAY_MS)
  const [applicant] = await tx
    .insert(users)
    .values({
      email: 'applicant@lodefield.example',
      password_hash: NO_PASSWORD,
      first_name: 'Demo',
      last_name: 'Applicant',
      created_at: submitted_at,
      updated_at: submitted_at,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!applicant) return
  const user_id = applicant.id
  await tx
    .update(verifications)
    .set({ state: 'submitted', answers: answersOf('Demo Applicant'), submitted_at })
    .where(eq(verifications.user_id, user_id))
  const samples = [
    ['identity', 'Sample passport'],
    ['address', 'Sample bank statement'],
    ['investor_kind', 'Sample confirmation of wealth'],
  ] as const
  for (const [item, title] of samples) {
    const stored = await storeEvidence(user_id, title)
    await tx.insert(verificationFiles).values({
      ...stored,
      user_id,
      item,
      name: `${title} (illustrative).pdf`,
      media_type: 'application/pdf',
      scanned: 'not_scanned',
      created_at: submitted_at,
    })
  }
  await tx
    .insert(verificationSteps)
    .values({ user_id, action: 'submitted', by: 'investor', at: submitted_at })
}

interface DemoVerifications {
  userId: number
  openedAt: Date
  now: Date
  /** Without it no one awaits a review: a file would be missing. */
  storeEvidence: StoreEvidence | undefined
}

/** Adds both. */
export async function seedVerifications(
  tx: Transaction,
  { userId, openedAt, now, storeEvidence }: DemoVerifications,
): Promise<void> {
  await verifyDemoInvestor(tx, userId, openedAt, now)
  if (storeEvidence) await addApplicant(tx, now, storeEvidence)
}
