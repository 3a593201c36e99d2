/** Composes the modules into one request handler: the API below `/api`, the built site everywhere else. */

import { resolve } from 'node:path'
import { createAdminAccess } from '#common/admin-access'
import { cacheInvalidations } from '#common/cache-invalidation'
import type { Logger } from '#common/log'
import { provide } from '#common/process-state'
import type { ResponseObserver } from '#common/response-observer'
import { bucketOf, type Config, isAdminFactorRequired, linkHours, lockoutLimits, readDkim } from '#config'
import { API_BASE } from '#contract/call'
import { listenToDatabase, requestConnections } from '#db/connection'
import { createDispatch } from '#http/entry/dispatch'
import { createErrorResponder } from '#http/entry/early-errors'
import { listenerRoutes } from '#http/entry/listener'
import { pathOf } from '#http/entry/request-target'
import { unknownRoute } from '#http/entry/unknown-route'
import { createGuard } from '#http/pipeline/guard'
import { createRateLimiter } from '#http/pipeline/rate-limit'
import { createRejectionLog } from '#http/pipeline/rate-limit-log'
import { addressOf, served } from '#http/pipeline/route'
import { createRouter } from '#http/pipeline/router'
import type { ServerContext } from '#http/pipeline/server-context'
import { createShares, type Shares } from '#http/pipeline/shares'
import { createProxyCheck } from '#http/security/proxy-warning'
import { openSite } from '#http/static/site'
import { activityAdmin, activityRoutes } from '#modules/account-activity/http'
import { startClosures } from '#modules/account-data/closure'
import { openExports } from '#modules/account-data/export'
import { accountDataRoutes } from '#modules/account-data/http'
import { accountAdmin, accountRoutes } from '#modules/accounts/http'
import { openAccounts } from '#modules/accounts/service'
import { administratorAdmin, administratorRoutes } from '#modules/administrators/http'
import { startProposalExpiry } from '#modules/approvals/expiry'
import { approvalAdmin } from '#modules/approvals/http'
import { attemptWrite, dropFile, keepFile } from '#modules/approvals/proposals'
import { isTwoPairsActive } from '#modules/approvals/who'
import { openAuditChecks } from '#modules/audit/checks'
import { auditAdmin } from '#modules/audit/http'
import { openAudit, recordDeniedCall, recordExport } from '#modules/audit/service'
import { departmentAdmin, departmentRoutes } from '#modules/departments/http'
import { documentAdmin, documentRoutes } from '#modules/documents/http'
import { sendUpload } from '#modules/documents/http-delivery'
import { UPLOADS } from '#modules/documents/public-files'
import { openStorage } from '#modules/documents/storage'
import { startUploadCleanup } from '#modules/documents/upload-cleanup'
import { emailDisputeAdmin } from '#modules/email-disputes/http'
import { eventAdmin, eventRoutes } from '#modules/events/http'
import { openEvents } from '#modules/events/service'
import { factorAdmin, factorRoutes, secondFactorRoutes } from '#modules/factors/http'
import { reportLock } from '#modules/factors/service'
import { checkStepUp } from '#modules/factors/step-up'
import { figureRoutes } from '#modules/figures/http'
import { investorAdmin } from '#modules/investor-file/http'
import { loginAdmin } from '#modules/logins/http'
import { mailAdmin } from '#modules/mail/http'
import { openMail } from '#modules/mail/outbox'
import { openMarket } from '#modules/market/current-feed'
import { marketRoutes } from '#modules/market/http'
import { PRICES_CHANGED } from '#modules/market/price-store'
import { noteAdmin } from '#modules/notes/http'
import { notificationAdmin, notificationRoutes } from '#modules/notifications/http'
import { startNotificationMails } from '#modules/notifications/mails'
import { startExpiry } from '#modules/operations/expired-rows'
import { operationsAdmin, operationsRoutes } from '#modules/operations/http'
import { pageRoutes } from '#modules/pages/http'
import { openPages } from '#modules/pages/service'
import { paletteAdmin } from '#modules/palette/http'
import { panelReportAdmin } from '#modules/panel-reports/http'
import { startReportSchedules } from '#modules/panel-reports/schedules'
import { portfolioAdmin, portfolioRoutes } from '#modules/portfolio/http'
import { preferenceRoutes } from '#modules/preferences/http'
import { profileRoutes } from '#modules/profile/http'
import { startDailySnapshots } from '#modules/proof/daily'
import { proofAdmin, proofRoutes } from '#modules/proof/http'
import { isProofFile, sendProofFile } from '#modules/proof/http-files'
import { createSnapshotPages, isSnapshotPage } from '#modules/proof/http-pages'
import { provideProofKeys } from '#modules/proof/keys'
import { queueAdmin } from '#modules/queue/http'
import { registerAdmin, registerRoutes } from '#modules/register/http'
import { reportRoutes } from '#modules/reports/http'
import { openReports } from '#modules/reports/service'
import { screeningAdmin } from '#modules/screening/http'
import { startScreening } from '#modules/screening/screen'
import { seriesAdmin, seriesRoutes } from '#modules/series/http'
import { sessionRoutes } from '#modules/session/http'
import { openSessions } from '#modules/session/service'
import { revokedSessions } from '#modules/session/session-store'
import { settingsAdmin, settingsRoutes } from '#modules/settings/http'
import { statsAdmin } from '#modules/stats/http'
import { startSubscriptionExpiry } from '#modules/subscriptions/expiry'
import { subscriptionAdmin, subscriptionRoutes } from '#modules/subscriptions/http'
import { mySupportRoutes, supportAdmin, supportRoutes } from '#modules/support/http'
import { tokenAdmin, tokenRoutes } from '#modules/tokens/http'
import { createPublicCodes } from '#modules/tokens/public-codes'
import { transactionAdmin, transactionRoutes } from '#modules/transactions/http'
import { userAdmin } from '#modules/users/http'
import { openChecklist } from '#modules/verifications/checklist'
import { startVerificationExpiry } from '#modules/verifications/expiry'
import { verificationAdmin, verificationRoutes } from '#modules/verifications/http'
import { viewAdmin } from '#modules/views/http'
import { auditKeys, evidenceKeys, factorKeys, mailKeys, proofSecrets, storeSecret } from './secrets.ts'

interface AppOptions {
  config: Config
  log: Logger
  /** Folders of the built site, and of the build's files for the server. */
  siteFolder: string
  serverFolder: string
  /** Called for every response. */
  onResponse?: ResponseObserver
}

export interface App {
  /** Responds to any request; `server` knows the caller's IP address, `target` is the path as it was sent. */
  fetch: (request: Request, server?: Bun.Server<unknown>, target?: string) => Promise<Response> | Response
  /** For `Bun.serve`: every request goes to `fetch`. */
  listenerRoutes: ReturnType<typeof listenerRoutes>
  /** Path segment of the administrators' pages and calls. */
  adminPath: string
  /** Method and path of every route. */
  routes: { method: string; path: string }[]
  /** What callers have running, for tests and measurements. */
  shares: Shares
  /** Ends responses without an end, so that the server can finish: event streams. */
  drain: () => void
  /**
   * Starts what depends on the database, which must be connected (`#db/connection`). No request may come before that.
   */
  open: () => Promise<void>
  close: () => Promise<void>
}

/** Makes the handler without a database, which may still be starting. */
export async function createApp({
  config,
  log,
  siteFolder,
  serverFolder,
  onResponse,
}: AppOptions): Promise<App> {
  provide({ publicOrigin: config.PUBLIC_ORIGIN })
  await openPages(serverFolder)
  await openReports(serverFolder)
  const limiter = createRateLimiter(config.RATE_LIMIT_SCALE)
  const tokenSecret = config.TOKEN_SECRET || (await storeSecret(resolve(config.DATA_DIR), 'token-secret'))
  provide({ tokenSecret })
  const guard = createGuard(tokenSecret, revokedSessions)
  const trustedProxies = config.TRUST_PROXY.rules.length > 0 ? config.TRUST_PROXY : undefined
  const secret = config.ADMIN_PATH_SECRET || (await storeSecret(resolve(config.DATA_DIR), 'admin-path'))
  const keys = await auditKeys(config)
  provideProofKeys(await proofSecrets(config))
  provide({
    factorKeys: await factorKeys(config),
    evidenceKeys: await evidenceKeys(config),
    mailKeys: await mailKeys(config),
    scanner: { address: config.CLAMAV_ADDRESS, log },
    stepUp: { minutes: config.STEP_UP_MINUTES, amount: config.STEP_UP_AMOUNT },
    twoPairs: { isOn: config.FOUR_EYES === 'on', days: config.APPROVAL_DAYS },
    isAdminFactorRequired: isAdminFactorRequired(config),
  })
  await openChecklist(config.DATA_DIR, log)
  const countries = config.ADMIN_ALLOWED_COUNTRIES
  // Loaded only where it is needed: most installations restrict no countries.
  const places = countries.length > 0 ? await import('#modules/session/geoip') : undefined
  const adminAccess = createAdminAccess({
    secret,
    networks: config.ADMIN_ALLOWED_IPS,
    countries,
    countryOf: (address) => places?.lookUpPlace(address)?.country_code,
  })
  provide({ adminAccess })
  const staging = await openStorage({
    dataDir: config.DATA_DIR,
    bucket: bucketOf(config),
    onFailure: (err, name) => log.warn({ err, name }, 'an upload could not be removed'),
  })
  const cleanup = startUploadCleanup(staging, (err) => log.warn({ err }, 'uploads could not be swept'))
  const site = openSite(siteFolder, serverFolder, adminAccess.opens, config.PUBLIC_ORIGIN)
  const context: ServerContext = {
    log,
    limiter,
    shares: createShares(requestConnections),
    rejections: createRejectionLog(log),
    guard,
    adminAccess,
    checkStepUp,
    twoPairs: { isActive: isTwoPairsActive, attempt: attemptWrite, keepFile, dropFile },
    trustedProxies,
    checkProxy: createProxyCheck(log, trustedProxies),
    ready: new Map(),
    staging,
    onResponse,
    onDeniedAdminCall: (denied) =>
      recordDeniedCall(denied).catch((err) =>
        log.error({ err, ...denied }, 'a denied call could not be recorded'),
      ),
    onAdminExport: recordExport,
  }

  const events = openEvents()
  /** What {@link App.open} began, in the order in which it is closed. */
  const opened: { close(): Promise<void> }[] = []

  const sendError = createErrorResponder(context, secret)
  const api = createRouter({
    prefix: API_BASE,
    context,
    routes: [
      ...operationsRoutes({ referenceFiles: site.referenceFiles }),
      ...settingsRoutes(),
      ...departmentRoutes(),
      ...marketRoutes(),
      ...pageRoutes(),
      ...reportRoutes(),
      ...supportRoutes(),
      ...mySupportRoutes(),
      ...tokenRoutes(),
      ...seriesRoutes(),
      ...subscriptionRoutes(),
      ...registerRoutes(),
      ...proofRoutes(),
      ...portfolioRoutes(),
      ...figureRoutes(),
      ...transactionRoutes(),
      ...profileRoutes(),
      ...verificationRoutes(),
      ...preferenceRoutes(),
      ...notificationRoutes(),
      ...documentRoutes(),
      ...sessionRoutes(),
      ...accountRoutes(),
      ...activityRoutes(),
      ...accountDataRoutes(),
      ...secondFactorRoutes(),
      ...factorRoutes(),
      ...eventRoutes(),
      ...administratorRoutes(),
      ...administratorAdmin(),
      ...accountAdmin(),
      ...emailDisputeAdmin(),
      ...activityAdmin(),
      ...factorAdmin(),
      ...operationsAdmin(),
      ...auditAdmin(),
      ...approvalAdmin(),
      ...statsAdmin(),
      ...queueAdmin(),
      ...paletteAdmin(),
      ...viewAdmin(),
      ...userAdmin(),
      ...investorAdmin(),
      ...noteAdmin(),
      ...screeningAdmin(),
      ...verificationAdmin(),
      ...transactionAdmin(),
      ...portfolioAdmin(),
      ...tokenAdmin(),
      ...seriesAdmin(),
      ...subscriptionAdmin(),
      ...registerAdmin(),
      ...proofAdmin(),
      ...documentAdmin(),
      ...notificationAdmin(),
      ...loginAdmin(),
      ...mailAdmin(),
      ...settingsAdmin(),
      ...departmentAdmin(),
      ...supportAdmin(),
      ...panelReportAdmin(),
      ...eventAdmin(),
    ],
    onError(error, request, server, isUnknown) {
      const path = pathOf(request.url)
      const address = addressOf(request, server, trustedProxies)
      return sendError(isUnknown ? unknownRoute(path) : error, { request, path, address })
    },
  })

  /** Most requests are for these: pages, files of the site and cached responses. */
  const cachedPaths = [...served.values()]
    .filter(({ method, cache }) => method === 'GET' && cache)
    .map(({ path }) => API_BASE + path)
  const constantPaths = [...cachedPaths, ...site.paths].filter((path) => !/[:*]/.test(path))
  const respond = createDispatch({
    context,
    sendError,
    site,
    publicCodes: createPublicCodes((err) => log.warn({ err }, 'the public series could not be read')),
    secret,
    files: [
      {
        name: '(upload)',
        owns: (path) => path.startsWith(UPLOADS),
        send: (request, path) => sendUpload(request, path, config.PUBLIC_ORIGIN),
      },
      {
        name: '(proof)',
        owns: isProofFile,
        send: (request, path) => sendProofFile(request, path, config.PUBLIC_ORIGIN),
      },
      { name: '(snapshot)', owns: isSnapshotPage, send: createSnapshotPages(site.respond) },
    ],
    callApi: api.fetch,
  })

  return {
    fetch: respond,
    listenerRoutes: listenerRoutes(respond, constantPaths),
    adminPath: secret,
    routes: api.routes,
    shares: context.shares,
    drain: events.close,
    async open() {
      opened.push(openAudit({ keys, log }))
      opened.push(openAuditChecks(keys, log))
      opened.push(
        openMail({ url: config.SMTP_URL, from: config.MAIL_FROM, dkim: await readDkim(config), log }),
      )
      opened.push(openAccounts({ hours: linkHours(config), scale: config.RATE_LIMIT_SCALE, log }))
      opened.push(startExpiry(log, config.LOGIN_RECORD_DAYS))
      opened.push(openExports(log))
      opened.push(startClosures(config.CLOSURE_DAYS, log))
      opened.push(startNotificationMails(log))
      opened.push(startSubscriptionExpiry(log))
      opened.push(startProposalExpiry(log))
      opened.push(startScreening(log))
      opened.push(startVerificationExpiry(config.EVIDENCE_RETENTION_DAYS, log))
      opened.push(startDailySnapshots(log))
      opened.push(startReportSchedules(log))
      opened.push(openSessions({ lockoutLimits: lockoutLimits(config), onLocked: reportLock, log }))
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
      const listener = listenToDatabase({
        channels: {
          session_ended: revokedSessions.channel,
          user_changed: events.channel,
          panel_changed: events.panelChannel,
          shared_changed: {
            ...cacheInvalidations,
            onNotification(topic) {
              // In this order: a notified client refetches at once, and must get the new response.
              cacheInvalidations.onNotification(topic)
              events.announceShared(topic)
            },
          },
          [PRICES_CHANGED]: prices.channel,
        },
        onFailure: (err) => log.warn({ err }, 'not hearing the database, trying again'),
      })
      opened.push(listener)
    },
    async close() {
      limiter.close()
      context.rejections.close()
      cleanup.close()
      events.close()
      for (const part of opened) await part.close()
    },
  }
}
