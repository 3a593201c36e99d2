/** Verifications of the large seed, of no real person: answers, decisions and, for pending ones, files. */
import type postgres from 'postgres'
import { type EvidenceItem, evidenceItems, listItems } from '#shared/enums/verifications'
import { type StoreEvidence, sampleDeclarations } from './demo-verifications.ts'
import { type SeedInvestors, sqlFraction } from './large-sampling.ts'

type Sql = postgres.Sql<{ bigint: number }>

/** States: most were verified through the steps, some manually; half of the others await a decision. */
const states = `update verifications set
    state = case when is_verified then 'verified' when pick < 0.4 then 'submitted' when pick < 0.5 then 'in_review'
      when pick < 0.6 then 'needs_more' when pick < 0.65 then 'refused' when pick < 0.8 then 'in_progress' else 'not_started' end,
    by_hand = is_verified and pick < 0.05,
    verified_until = case when is_verified and pick >= 0.05 then current_date + 1 + (pick * 700)::int end,
    reason = case when not is_verified and pick >= 0.6 and pick < 0.65 then 'Made for measurements' else '' end,
    risk = case when is_verified then (array['low', 'medium', 'high'])[1 + floor(pick * 3)::int] end,
    submitted_at = case when is_verified or pick < 0.65 then now() - pick * interval '20 days' end
  from (select id, is_verified, ${sqlFraction(14, 'id')} as pick from users) as person
  where person.id = user_id and user_id between $1::int and $1::int + $2::int - 1`

/** Everything that the form asks a person for, for all who have submitted it. */
const answers = `update verifications set answers = jsonb_build_object(
    'identity', jsonb_build_object('full_name', first_name || ' ' || last_name,
      'birth_date', date '1950-01-01' + floor(${sqlFraction(15, 'id')} * 18000)::int, 'nationality', country),
    'address', jsonb_build_object('street', 'Sample street ' || id, 'city', 'Sampleton',
      'postal_code', 10000 + id % 90000 || '', 'country', country),
    'tax', jsonb_build_object('country', country, 'number', 'SAMPLE-' || id),
    'source_of_funds', 'Made for measurements: sale of a company.',
    'investor_kind', 'professional',
    'ground', 'Professional investor under the law of my country, as the file proves',
    'declarations', '${JSON.stringify(sampleDeclarations)}'::jsonb)
  from users
  where id = user_id and submitted_at is not null and not by_hand and id between $1::int and $1::int + $2::int - 1`

const items = listItems('person')
const itemList = `array['${items.join("','")}']`

/** Items for which more information is requested, and why. */
const asked = {
  identity: 'The document has expired. Please add one that is valid.',
  address: 'The proof of address is older than three months. Please add a newer one.',
  source_of_funds: 'Please say when the company was sold, and to whom.',
}

/**
 * Decisions: all items of a verified form, some of one in review, and for a form that needs more information, the items
 * before the one in question. `at` is the position of an item, from 1.
 */
const decisions = `
  with person as (
    select user_id, state, submitted_at, ${sqlFraction(16, 'user_id')} as pick from verifications
    where submitted_at is not null and not by_hand and user_id between $1::int and $1::int + $2::int - 1
  ), item as (
    select user_id, state, submitted_at, item, at,
      case when state = 'verified' then ${items.length} when state = 'in_review' then floor(pick * ${items.length - 1})::int
        when state = 'needs_more' then array_position(${itemList}, asked) - 1 else 0 end as accepted,
      case when state = 'needs_more' then asked end as asked
    from person, unnest(${itemList}) with ordinality as items (item, at),
      lateral (select (array['${Object.keys(asked).join("','")}'])[1 + floor(pick * ${Object.keys(asked).length})::int] as asked) as chosen
  ), decided as (
    insert into verification_decisions (user_id, item, decision, reason, decided_at)
    select user_id, item, case when at <= accepted then 'accepted' else 'needs_more' end,
      case when at <= accepted then '' else '${JSON.stringify(asked)}'::jsonb ->> item end, submitted_at + interval '1 hour'
    from item where at <= accepted or item = asked
    returning user_id, item, decision, reason, decided_at
  )
  insert into verification_steps (user_id, action, item, by, reason, at)
  select * from (
    select user_id, 'submitted', null, 'investor', '', submitted_at from person
    union all
    select user_id, case decision when 'accepted' then 'accept_item' else 'ask_again' end, item, 'desk', reason, decided_at from decided
    union all
    select user_id, 'verify', null, 'desk', '', submitted_at + interval '2 hours' from person where state = 'verified'
  ) as steps (user_id, action, item, by, reason, at)
  order by user_id, at, array_position(${itemList}, item)`

/** Gives each investor a verification in some state, with the answers and decisions of that state. */
export async function seedLargeVerifications(sql: Sql, { first, number }: SeedInvestors): Promise<void> {
  for (const statement of [states, answers, decisions]) await sql.unsafe(statement, [first, number])
}

interface Applicant {
  user_id: number
  submitted_at: Date
  name: string
  birth_date: string
  street: string
  country: string
}

/** A person's files, by item. */
const samples: Partial<Record<EvidenceItem, { title: string; lines: (of: Applicant) => string[] }>> = {
  identity: {
    title: 'Sample passport',
    lines: ({ name, birth_date, country }) => [name, `Born ${birth_date}`, `Nationality: ${country}`],
  },
  address: {
    title: 'Sample bank statement',
    lines: ({ name, street, country }) => [name, street, `Sampleton, ${country}`],
  },
  investor_kind: {
    title: 'Sample confirmation of wealth',
    lines: ({ name }) => [`${name} is a professional investor.`],
  },
}

/** Files stored concurrently, and investors whose rows are written together. */
const AT_ONCE = 8
const ROWS = 48

const fileRow = async (of: Applicant, item: EvidenceItem, storeEvidence: StoreEvidence) => {
  const sample = samples[item]
  if (!sample) return []
  const stored = await storeEvidence(of.user_id, sample.title, sample.lines(of))
  return [
    {
      ...stored,
      user_id: of.user_id,
      item,
      name: `${sample.title} (illustrative).pdf`,
      media_type: 'application/pdf',
      scanned: 'not_scanned',
      created_at: of.submitted_at,
    },
  ]
}

/**
 * Gives every verification that awaits compliance or its investor sample files, sealed like uploads: 10,000 investors
 * have about 3,500 files, ten seconds of one processor. Verified and rejected ones have none.
 */
export async function addEvidence(
  sql: Sql,
  { first, number }: SeedInvestors,
  storeEvidence: StoreEvidence,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const applicants = await sql<Applicant[]>`
    select user_id, submitted_at, first_name || ' ' || last_name as name, answers -> 'identity' ->> 'birth_date' as birth_date,
      answers -> 'address' ->> 'street' as street, country
    from verifications join users on users.id = user_id
    where state in ('submitted', 'in_review', 'needs_more') and user_id between ${first} and ${first + number - 1}
    order by user_id`
  for (let from = 0; from < applicants.length; from += ROWS) {
    const some = applicants.slice(from, from + ROWS)
    const rows: Awaited<ReturnType<typeof fileRow>> = []
    for (let at = 0; at < some.length; at += AT_ONCE) {
      const stored = some
        .slice(at, at + AT_ONCE)
        .flatMap((of) => evidenceItems.map((item) => fileRow(of, item, storeEvidence)))
      rows.push(...(await Promise.all(stored)).flat())
    }
    await sql`insert into verification_files ${sql(rows)}`
    onProgress(from + some.length, applicants.length)
  }
}
