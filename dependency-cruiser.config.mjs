/**
 * Which domain may import which: in every layer, imports go down the list. `docs/architecture.md` describes the
 * domains.
 */

const basics = ['platform']
const identity = [...basics, 'messaging']
const compliance = [...identity, 'catalog', 'identity']
const cash = [...compliance, 'compliance']
const holdings = [...cash, 'cash']
const portfolio = [...holdings, 'holdings', 'market']
const people = [...portfolio, 'portfolio']
const desk = [...people, 'people']

/** The other domains that each domain may import. */
const allowed = {
  platform: [],
  market: [],
  messaging: basics,
  catalog: basics,
  identity,
  compliance,
  cash,
  holdings,
  portfolio,
  people,
  desk,
  operations: [...desk, 'desk'],
}

/** In the browser the market's page also shows how prices have moved since the valuation of one's holdings. */
const allowedInBrowser = { ...allowed, market: [...holdings, 'holdings'] }

/** The folders of the server, and of the browser, with a folder for each domain. */
const SERVER = '^api/(contract|modules)/'
const BROWSER = '^site/(admin|investor|core/query)/'
/** Folders beside the domains: building blocks, and the application, which has a rule of its own. */
const OTHER_FOLDERS = ['app', 'internal', 'kit']
/** Tests and their helpers use whatever they need to prepare. */
const TESTS = String.raw`(\.test|\.full\.test)\.ts$|/testing-[^/]+\.ts$`

const limitDomains = (name, layers, rules) =>
  Object.entries(rules).map(([domain, others]) => ({
    name: `${name}-${domain}`,
    comment: `${domain} may import ${others.length > 0 ? others.join(', ') : 'no other domain'}.`,
    severity: 'error',
    from: { path: `${layers}${domain}/`, pathNot: TESTS },
    to: {
      path: `${layers}[^/]+/`,
      pathNot: `${layers}(${[domain, ...others, ...OTHER_FOLDERS].join('|')})/`,
    },
  }))

export default {
  forbidden: [
    ...limitDomains('domain', SERVER, allowed),
    ...limitDomains('browser-domain', BROWSER, allowedInBrowser),
    {
      name: 'browser-kit',
      comment: 'The building blocks of an area know none of its domains.',
      severity: 'error',
      from: { path: '^site/(admin|investor)/kit/', pathNot: TESTS },
      to: { path: '^site/(admin|investor)/(?!kit/)' },
    },
    {
      name: 'browser-app',
      comment: 'Only pages import the application; it imports the domains.',
      severity: 'error',
      from: { path: '^site/(admin|investor)/(?!app/)', pathNot: TESTS },
      to: { path: '^site/(admin|investor)/app/' },
    },
    {
      name: 'circular',
      comment: 'No file imports itself through others.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(api|site|shared|drizzle|scripts)/',
  },
}
