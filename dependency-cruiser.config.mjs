/**
 * Which domain may import which: in the contract and in the modules, imports go down the list. `docs/architecture.md`
 * describes the domains.
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

/** The folders with a folder for each domain. */
const LAYERS = '^api/(contract|modules)/'
/** Tests and their helpers use whatever they need to prepare. */
const TESTS = String.raw`(\.test|\.full\.test)\.ts$|/testing-[^/]+\.ts$`

export default {
  forbidden: Object.entries(allowed).map(([domain, others]) => ({
    name: `domain-${domain}`,
    comment: `${domain} may import ${others.length > 0 ? others.join(', ') : 'no other domain'}.`,
    severity: 'error',
    from: { path: `${LAYERS}${domain}/`, pathNot: TESTS },
    to: { path: `${LAYERS}[^/]+/`, pathNot: `${LAYERS}(${[domain, ...others].join('|')})/` },
  })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: LAYERS,
  },
}
