/** Composes the modules into one request handler: the API below `/api`, the built site everywhere else. */
import { resolve } from 'node:path'
import { Elysia } from 'elysia'
import { bucketOf, type Config, lockoutLimits } from '#config'
import { API_BASE } from '#contract/call'
import { listenToDatabase } from '#db/connection'
import { administratorAdmin } from '#modules/administrators/admin'
import { administratorRoutes } from '#modules/administrators/routes'
import { openAdministrators } from '#modules/administrators/service'
import { auditAdmin } from '#modules/audit/admin'
import { openAudit, recordExport, recordRefusal } from '#modules/audit/service'
import { departmentAdmin } from '#modules/departments/admin'
import { departmentRoutes } from '#modules/departments/routes'
import { documentAdmin } from '#modules/documents/admin'
import { sendUpload, UPLOADS } from '#modules/documents/delivery'
import { startJanitor } from '#modules/documents/janitor'
import { documentRoutes } from '#modules/documents/routes'
import { openStorage } from '#modules/documents/storage'
import { eventAdmin } from '#modules/events/admin'
import { eventRoutes } from '#modules/events/routes'
import { openEvents } from '#modules/events/service'
import { loginAdmin } from '#modules/logins/admin'
import { openMail } from '#modules/mail/outbox'
import { openMarket } from '#modules/market/current-feed'
import { PRICES_CHANGED } from '#modules/market/price-store'
import { marketRoutes } from '#modules/market/routes'
import { notificationAdmin } from '#modules/notifications/admin'
import { notificationRoutes } from '#modules/notifications/routes'
import { startRemoval } from '#modules/operations/expired-rows'
import { operationsRoutes } from '#modules/operations/routes'
import { pageRoutes } from '#modules/pages/routes'
import { openPages } from '#modules/pages/service'
import { portfolioAdmin } from '#modules/portfolio/admin'
import { portfolioRoutes } from '#modules/portfolio/routes'
import { profileRoutes } from '#modules/profile/routes'
import { reportRoutes } from '#modules/reports/routes'
import { openReports } from '#modules/reports/service'
import { sessionRoutes } from '#modules/session/routes'
import { openSessions } from '#modules/session/service'
import { endedSessions } from '#modules/session/session-store'
import { settingsAdmin } from '#modules/settings/admin'
import { settingsRoutes } from '#modules/settings/routes'
import { statsAdmin } from '#modules/stats/admin'
import { supportAdmin } from '#modules/support/admin'
import { supportRoutes } from '#modules/support/routes'
import { tokenAdmin } from '#modules/tokens/admin'
import { tokenRoutes } from '#modules/tokens/routes'
import { transactionAdmin } from '#modules/transactions/admin'
import { transactionRoutes } from '#modules/transactions/routes'
import { userAdmin } from '#modules/users/admin'
import { createAdminDoor } from '#plugins/admin-door'
import { setPublicOrigin } from '#plugins/answers'
import { createDispatch } from '#plugins/dispatch'
import { pathOf } from '#plugins/entrance'
import { createGuard } from '#plugins/guard'
import type { AnswerObserver, Instance } from '#plugins/instance'
import { listenerRoutes } from '#plugins/listener'
import type { Logger } from '#plugins/log'
import { createProxyWatch } from '#plugins/proxy-watch'
import { createRateLimiter } from '#plugins/rate-limit'
import { createRefusalLog } from '#plugins/refusal-log'
import { createRefuser } from '#plugins/refuse'
import { addressOf, served } from '#plugins/route'
import { sharedChanges } from '#plugins/shared-changes'
import { openSite } from '#plugins/site'
import { unknownRoute } from '#plugins/unknown-route'
import { auditKeys, keepSecret } from './secrets.ts'

interface AppOptions {
  config: Config
  log: Logger
  /** Folder of the built site, and of what the build made for the server. */
  siteFolder: string
  serverFolder: string
  /** Hears of every answer. */
  onAnswered?: AnswerObserver
}

export interface App {
  /** Answers any request; `server` knows the caller's address, and `target` the path as it was sent. */
  fetch: (request: Request, server?: Bun.Server<unknown>, target?: string) => Promise<Response> | Response
  /** For `Bun.serve`: every request goes to `fetch`. */
  listenerRoutes: ReturnType<typeof listenerRoutes>
  /** Path segment of the administrators' pages and calls. */
  adminPath: string
  /** Method and path of every route that exists, whoever made it. */
  routes: { method: string; path: string }[]
  /** Ends what would never end by itself, so that the server can finish: event streams. */
  drain: () => void
  /** Begins what lives on the database, which must be connected (`#db/connection`). Before that nothing may be asked. */
  open: () => Promise<void>
  close: () => Promise<void>
}

/** Makes the handler, and needs no database for it: one may still be starting. */
export async function createApp({
  config,
  log,
  siteFolder,
  serverFolder,
  onAnswered,
}: AppOptions): Promise<App> {
  setPublicOrigin(config.PUBLIC_ORIGIN)
  await openPages(serverFolder)
  await openReports(serverFolder)
  const limiter = createRateLimiter(config.RATE_LIMIT_SCALE)
  const tokenSecret = config.TOKEN_SECRET || (await keepSecret(resolve(config.DATA_DIR), 'token-secret'))
  const guard = createGuard(tokenSecret, endedSessions)
  const trustedProxies = config.TRUST_PROXY.rules.length > 0 ? config.TRUST_PROXY : undefined
  const secret = config.ADMIN_PATH_SECRET || (await keepSecret(resolve(config.DATA_DIR), 'admin-path'))
  const keys = await auditKeys(config)
  const countries = config.ADMIN_ALLOWED_COUNTRIES
  // Loaded where somebody asks: most installations let administrators come from anywhere.
  const places = countries.length > 0 ? await import('#modules/session/places') : undefined
  const door = createAdminDoor({
    secret,
    networks: config.ADMIN_ALLOWED_IPS,
    countries,
    countryOf: (address) => places?.findPlace(address)?.country_code,
  })
  openAdministrators({ door })
  const staging = await openStorage({
    dataDir: config.DATA_DIR,
    bucket: bucketOf(config),
    onFailure: (err, name) => log.warn({ err, name }, 'an upload could not be removed'),
  })
  const janitor = startJanitor(staging, (err) => log.warn({ err }, 'uploads could not be swept'))
  const site = openSite(siteFolder, serverFolder, door.opens, config.PUBLIC_ORIGIN)
  const instance: Instance = {
    log,
    limiter,
    refusals: createRefusalLog(log),
    guard,
    door,
    tokenSecret,
    trustedProxies,
    watchProxy: createProxyWatch(log, trustedProxies),
    ready: new Map(),
    staging,
    onAnswered,
    onAdminRefused: (refusal) =>
      recordRefusal(refusal).catch((err) =>
        log.error({ err, ...refusal }, 'a refusal could not be recorded'),
      ),
    onAdminExport: recordExport,
  }

  const events = openEvents()
  /** What {@link App.open} began, in the order in which it is to end. */
  const opened: { close(): Promise<void> }[] = []

  const refuse = createRefuser(instance, secret)
  // The router cuts the path where `entrance.ts` does, behind the shortest host, and takes it in one form only.
  const api = new Elysia({ prefix: API_BASE, strictPath: true, handler: { standardHostname: false } })
    .decorate('instance', instance)
    .onError(({ code, error, request, server }) => {
      const path = pathOf(request.url)
      const problem = code === 'NOT_FOUND' ? unknownRoute(path) : error
      return refuse(problem, { request, path, address: addressOf(request, server, trustedProxies) })
    })
    .use(operationsRoutes({ referenceScript: site.referenceScript }))
    .use(settingsRoutes())
    .use(departmentRoutes())
    .use(marketRoutes())
    .use(pageRoutes())
    .use(reportRoutes())
    .use(supportRoutes())
    .use(tokenRoutes())
    .use(portfolioRoutes())
    .use(transactionRoutes())
    .use(profileRoutes())
    .use(notificationRoutes())
    .use(documentRoutes())
    .use(sessionRoutes())
    .use(eventRoutes())
    .use(administratorRoutes())
    .use(administratorAdmin())
    .use(auditAdmin())
    .use(statsAdmin())
    .use(userAdmin())
    .use(transactionAdmin())
    .use(portfolioAdmin())
    .use(tokenAdmin())
    .use(documentAdmin())
    .use(notificationAdmin())
    .use(loginAdmin())
    .use(settingsAdmin())
    .use(departmentAdmin())
    .use(supportAdmin())
    .use(eventAdmin())
    .compile()

  /** What memory answers, without parameters: where the listener's time counts most. */
  const constantPaths = [...served.values()]
    .filter(({ method, path, cache }) => method === 'GET' && cache && !path.includes(':'))
    .map(({ path }) => API_BASE + path)
  const answer = createDispatch({
    instance,
    refuse,
    site,
    secret,
    uploads: { prefix: UPLOADS, send: (request, path) => sendUpload(request, path, config.PUBLIC_ORIGIN) },
    callApi(request, server) {
      if (server && api.server !== server) api.server = server
      return api.fetch(request)
    },
  })

  return {
    fetch: answer,
    listenerRoutes: listenerRoutes(answer, constantPaths),
    adminPath: secret,
    routes: api.routes.map(({ method, path }) => ({ method, path })),
    drain: events.close,
    async open() {
      opened.push(openAudit({ keys, log }))
      opened.push(openMail({ url: config.SMTP_URL, from: config.MAIL_FROM, log }))
      opened.push(startRemoval(log, config.LOGIN_RECORD_DAYS))
      opened.push(openSessions({ tokenSecret, lockoutLimits: lockoutLimits(config), log }))
      const prices = await openMarket({
        feed: config.MARKET_FEED,
        seed: config.MARKET_SEED,
        coinGeckoUrl: config.COINGECKO_URL,
        coinGeckoKey: config.COINGECKO_API_KEY,
        metalsUrl: config.METALS_URL,
        log,
        onChange: events.announcePrices,
      })
      opened.push(prices)
      const notices = listenToDatabase({
        channels: {
          session_ended: endedSessions.channel,
          user_changed: events.channel,
          panel_changed: events.panelChannel,
          shared_changed: {
            ...sharedChanges,
            onNotice(topic) {
              // In this order: who is told asks at once, and gets what is made anew.
              sharedChanges.onNotice(topic)
              events.announceShared(topic)
            },
          },
          [PRICES_CHANGED]: prices.channel,
        },
        onFailure: (err) => log.warn({ err }, 'not hearing the database, trying again'),
      })
      opened.push(notices)
    },
    async close() {
      limiter.close()
      instance.refusals.close()
      janitor.close()
      events.close()
      for (const part of opened) await part.close()
    },
  }
}
