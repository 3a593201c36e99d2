/** Words that product texts avoid, and their replacements. */
interface Rule {
  avoid: RegExp
  instead: string
  /** Texts in which the word means something else. */
  except?: RegExp
  /** The files to which the rule applies, if not all of them. */
  within?: RegExp
}

/** Texts for investors and visitors. */
const OUTSIDE = /^(site\/(investor|components|support-forms|pages|islands)\/|content\/|shared\/email\/)/

/** Also for comments. */
export const BRITISH_SPELLING =
  /\b(colours?|catalogues?|acknowledgements?|licences?|metres?|centres?|favou?rite|behaviours?|(?:organ|recogn|serial|normal|neutral|summar|initial|optim|author)is(?:e[ds]?|ing|ation)|labell(?:ed|ing)|neighbours?|grey|analysed?|cheques?|programmes?|judgements?|cancel(ed|ing))\b/i

const RULES: readonly Rule[] = [
  { avoid: /\bat once\b/i, instead: 'immediately', except: /requests at once|up to \S+ at once/ },
  { avoid: /\ball the same\b/i, instead: 'anyway' },
  { avoid: /\bby hand\b/i, instead: 'manually' },
  { avoid: /\b(some|no|any|every)body\b/i, instead: 'someone, no one, anyone, everyone' },
  { avoid: /\bmail(s|ed)\b/i, instead: 'email, emailed', except: /^(name of a key|texts) of mails$/ },
  { avoid: /\b(is|are|was) not known\b/i, instead: 'not available' },
  { avoid: /\bhits? of the screening\b|\bscreening hits?\b/i, instead: 'screening match' },
  { avoid: /\blikeness\b|% alike\b/i, instead: 'match score' },
  {
    avoid: /\bpropos(al|als|e|es|ed)\b/i,
    instead: 'approval request',
    except: /^proposal of|Proposed terms/,
  },
  { avoid: /\bremarks?\b/i, instead: 'comment', except: /^remark[=?]/ },
  { avoid: /\brefused?\b/i, instead: 'rejected', except: /refuse cargo|Refused or harmless|^update \w+ set/ },
  { avoid: /\b(two|four) (pairs of )?eyes\b/i, instead: 'dual approval' },
  { avoid: /\bsecond factors?\b/i, instead: 'two-step verification' },
  { avoid: /\b(the|this|that|each|every|a) sheets? (of|shows|lists)\b/i, instead: 'series page' },
  { avoid: /\bdesk\b|\boperators? of the site\b/i, instead: 'our team, support', within: OUTSIDE },
  { avoid: /\bthere is no \w+ with this\b/i, instead: '… not found' },
  { avoid: /\bthis is no\b/i, instead: 'this is not a' },
  { avoid: /\bhas \w+ed already\b/i, instead: 'has already …' },
  { avoid: /\b(take|takes|took|taken|taking) back\b/i, instead: 'reverse, withdraw, return' },
  { avoid: /\bof before\b|\bthe one before\b/i, instead: 'previous' },
  { avoid: /^say (why|what|how)\b/i, instead: 'Enter …' },
  { avoid: /\bgiven up\b|\bgives up\b/i, instead: 'failed, cancelled' },
  { avoid: /\bwaits (for|here)\b/i, instead: 'awaiting, pending' },
  { avoid: /\bat most\b/i, instead: 'up to', except: /at most (once|one)/ },
  { avoid: /\bto pay to\b|\bdays to pay\b/i, instead: 'payment account, payment period' },
  { avoid: /\bpledge(d|s)?\b/i, instead: 'committed, granted' },
  {
    avoid: /(^|[.:] )(it|this) (shows|says|tells) (how|what|who|where|until)\b/i,
    instead: 'begin with the subject',
  },
  { avoid: /\bwhat (waits|came in|it took)\b/i, instead: 'a noun' },
  { avoid: /\bin order to\b/i, instead: 'to' },
  { avoid: /\bhas to be\b/i, instead: 'must be' },
  { avoid: /\b(hereby|thereby|thereof|therein|aforesaid)\b/i, instead: 'plain words' },
  {
    avoid: BRITISH_SPELLING,
    instead: 'American spelling; but cancelled, which the specification fixes',
    except: /\bfavorite\b|token-catalogue/,
  },
]

/** The rule that a text breaks, in words; undefined if it follows the house style. */
export function brokenRule(file: string, text: string): string | undefined {
  for (const { avoid, instead, except, within } of RULES) {
    if (within && !within.test(file)) continue
    const found = avoid.exec(text)
    if (found && !except?.test(text)) return `“${found[0]}”: ${instead}`
  }
  return undefined
}
