/** Composes the modules into one request handler: the API below `/api`, the built site everywhere else. */

import { resolve } from 'node:path'
import { createAdminAccess } from '#common/admin-access'
import { cacheInvalidations } from '#common/cache-invalidation'
import type { Logger } from '#common/logger'
import type { ResponseObserver } from '#common/response-observer'
import { provideServices } from '#common/service-container'
import { openStorage } from '#common/upload-storage'
import {
  type Config,
  getBucketOptions,
  getEmailLinkLifetimes,
  getLockoutLimits,
  isAdminFactorRequired,
  loadDkimKey,
} from '#config'
import { API_BASE } from '#contract/request-url'
import { getPoolSize, listenToDatabase } from '#db/connection'
import { createRequestDispatcher } from '#http/entry/dispatch-request'
import { createErrorResponder } from '#http/entry/error-responder'
import { createListenerRoutes } from '#http/entry/listener'
import { createUnknownRouteProblem } from '#http/entry/not-found'
import { getUrlPath } from '#http/entry/request-target'
import { createAccessGuard } from '#http/pipeline/access-guard'
import { type ConcurrencyLimits, createConcurrencyLimits } from '#http/pipeline/concurrency-limits'
import { createRateLimiter } from '#http/pipeline/rate-limit'
import { createRejectionLog } from '#http/pipeline/rate-limit-log'
import { getRequestAddress, registeredEndpoints } from '#http/pipeline/route'
import { createRouter } from '#http/pipeline/router'
import type { ServerContext } from '#http/pipeline/server-context'
import { createProxyCheck } from '#http/security/proxy-warning'
import { loadSite } from '#http/static/static-site'
import { transactionAdmin, transactionRoutes } from '#modules/cash/transactions/routes'
import { UPLOADS_PATH } from '#modules/catalog/documents/public-files'
import { documentAdmin, documentRoutes } from '#modules/catalog/documents/routes'
import { startUploadCleanup } from '#modules/catalog/documents/upload-cleanup'
import { sendUpload } from '#modules/catalog/documents/upload-response'
import { loadPages } from '#modules/catalog/pages/content-pages'
import { pageRoutes } from '#modules/catalog/pages/routes'
import { loadReports } from '#modules/catalog/reports/published-reports'
import { reportRoutes } from '#modules/catalog/reports/routes'
import { seriesAdmin, seriesRoutes } from '#modules/catalog/series/routes'
import { createPublicSeriesCodes } from '#modules/catalog/tokens/public-series-codes'
import { tokenAdmin, tokenRoutes } from '#modules/catalog/tokens/routes'
import { screeningAdmin } from '#modules/compliance/screening/routes'
import { startScreeningJob } from '#modules/compliance/screening/screening-job'
import { loadChecklist } from '#modules/compliance/verifications/checklist'
import { verificationAdmin, verificationRoutes } from '#modules/compliance/verifications/routes'
import { startVerificationExpiry } from '#modules/compliance/verifications/verification-expiry'
import { startReportSchedules } from '#modules/desk/admin-reports/report-schedules'
import { panelReportAdmin } from '#modules/desk/admin-reports/routes'
import { startApprovalExpiryJob } from '#modules/desk/approvals/approval-expiry'
import {
  deleteApprovalFile,
  storeApprovalFile,
  writeOrRequestApproval,
} from '#modules/desk/approvals/approval-requests'
import { isDualApprovalActive } from '#modules/desk/approvals/approvers'
import { approvalAdmin } from '#modules/desk/approvals/routes'
import { paletteAdmin } from '#modules/desk/command-palette/routes'
import { statsAdmin } from '#modules/desk/dashboard/routes'
import { departmentAdmin, departmentRoutes } from '#modules/desk/departments/routes'
import { viewAdmin } from '#modules/desk/saved-views/routes'
import { mySupportRoutes, supportAdmin, supportRoutes } from '#modules/desk/support/routes'
import { queueAdmin } from '#modules/desk/work-queue/routes'
import { startDailySnapshots } from '#modules/holdings/proof/daily-snapshots'
import { isProofFilePath, sendProofFile } from '#modules/holdings/proof/proof-files-response'
import { setProofKeys } from '#modules/holdings/proof/proof-keys'
import { proofAdmin, proofRoutes } from '#modules/holdings/proof/routes'
import { createSnapshotPages, isSnapshotPath } from '#modules/holdings/proof/snapshot-pages'
import { registerAdmin, registerRoutes } from '#modules/holdings/register/routes'
import { subscriptionAdmin, subscriptionRoutes } from '#modules/holdings/subscriptions/routes'
import { startSubscriptionExpiry } from '#modules/holdings/subscriptions/subscription-expiry'
import { activityAdmin, activityRoutes } from '#modules/identity/account-activity/routes'
import { startAccountsService } from '#modules/identity/accounts/accounts-service'
import { accountAdmin, accountRoutes } from '#modules/identity/accounts/routes'
import { administratorAdmin, administratorRoutes } from '#modules/identity/administrators/routes'
import { emailDisputeAdmin } from '#modules/identity/email-disputes/routes'
import { profileRoutes } from '#modules/identity/profile/routes'
import { notifyAccountLocked } from '#modules/identity/second-factors/factor-service'
import { factorAdmin, factorRoutes, secondFactorRoutes } from '#modules/identity/second-factors/routes'
import { assertStepUp } from '#modules/identity/second-factors/step-up'
import { startSessionService } from '#modules/identity/session/investor-session'
import { sessionRoutes } from '#modules/identity/session/routes'
import { revokedSessions } from '#modules/identity/session/session-store'
import { signInRecordAdmin } from '#modules/identity/sign-in-records/routes'
import { startMarketFeed } from '#modules/market/active-feed'
import { PRICES_CHANGED_CHANNEL } from '#modules/market/price-store'
import { marketRoutes } from '#modules/market/routes'
import { startEmailDelivery } from '#modules/messaging/email/outbox'
import { emailAdmin } from '#modules/messaging/email/routes'
import { startNotificationEmailJob } from '#modules/messaging/notifications/notification-emails'
import { notificationAdmin, notificationRoutes } from '#modules/messaging/notifications/routes'
import { preferenceRoutes } from '#modules/messaging/preferences/routes'
import { startExpiredRowCleanup } from '#modules/operations/expired-row-cleanup'
import { operationsAdmin, operationsRoutes } from '#modules/operations/routes'
import { startClosureJob } from '#modules/people/account-data/account-closure'
import { startExportJob } from '#modules/people/account-data/data-export'
import { accountDataRoutes } from '#modules/people/account-data/routes'
import { investorAdmin } from '#modules/people/investor-overview/routes'
import { noteAdmin } from '#modules/people/notes/routes'
import { userAdmin } from '#modules/people/users/routes'
import { recordDeniedRequest, recordExport, startAuditLog } from '#modules/platform/audit/audit-log'
import { startAuditCheckService } from '#modules/platform/audit/chain-checks'
import { auditAdmin } from '#modules/platform/audit/routes'
import { startLiveEvents } from '#modules/platform/events/live-events'
import { eventAdmin, eventRoutes } from '#modules/platform/events/routes'
import { settingsAdmin, settingsRoutes } from '#modules/platform/settings/routes'
import { figureRoutes } from '#modules/portfolio/figures/routes'
import { portfolioAdmin, portfolioRoutes } from '#modules/portfolio/routes'
import { statementRoutes } from '#modules/portfolio/statements/routes'
import {
  getAuditKeys,
  getEvidenceKeys,
  getFactorKeys,
  getOrCreateSecret,
  getProofSecrets,
  mailKeys,
} from './secrets.ts'

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
  listenerRoutes: ReturnType<typeof createListenerRoutes>
  /** Path segment of the administrators' pages and calls. */
  adminPath: string
  /** Method and path of every route. */
  routes: { method: string; path: string }[]
  /** What callers have running, for tests and measurements. */
  shares: ConcurrencyLimits
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
  provideServices({ publicOrigin: config.PUBLIC_ORIGIN })
  await loadPages(serverFolder)
  await loadReports(serverFolder)
  const limiter = createRateLimiter(config.RATE_LIMIT_SCALE)
  const tokenSecret =
    config.TOKEN_SECRET || (await getOrCreateSecret(resolve(config.DATA_DIR), 'token-secret'))
  provideServices({ tokenSecret, revokedSessions })
  const guard = createAccessGuard(tokenSecret, revokedSessions)
  const trustedProxies = config.TRUST_PROXY.rules.length > 0 ? config.TRUST_PROXY : undefined
  const secret = config.ADMIN_PATH_SECRET || (await getOrCreateSecret(resolve(config.DATA_DIR), 'admin-path'))
  const keys = await getAuditKeys(config)
  setProofKeys(await getProofSecrets(config))
  provideServices({
    factorKeys: await getFactorKeys(config),
    evidenceKeys: await getEvidenceKeys(config),
    mailKeys: await mailKeys(config),
    scanner: { address: config.CLAMAV_ADDRESS, log },
    stepUp: { minutes: config.STEP_UP_MINUTES, amount: config.STEP_UP_AMOUNT },
    dualApproval: { isOn: config.DUAL_APPROVAL === 'on', days: config.APPROVAL_DAYS },
    isAdminFactorRequired: isAdminFactorRequired(config),
  })
  await loadChecklist(config.DATA_DIR, log)
  const countries = config.ADMIN_ALLOWED_COUNTRIES
  // Loaded only where it is needed: most installations restrict no countries.
  const places = countries.length > 0 ? await import('#modules/identity/session/ip-location') : undefined
  const adminAccess = createAdminAccess({
    secret,
    networks: config.ADMIN_ALLOWED_IPS,
    countries,
    countryOf: (address) => places?.findGeoLocation(address)?.country_code,
  })
  provideServices({ adminAccess })
  const staging = await openStorage({
    dataDir: config.DATA_DIR,
    bucket: getBucketOptions(config),
    onFailure: (err, name) => log.warn({ err, name }, 'an upload could not be removed'),
  })
  const cleanup = startUploadCleanup(staging, (err) => log.warn({ err }, 'uploads could not be swept'))
  const site = loadSite(siteFolder, serverFolder, adminAccess.opens, config.PUBLIC_ORIGIN)
  const context: ServerContext = {
    log,
    limiter,
    shares: createConcurrencyLimits(getPoolSize),
    rejections: createRejectionLog(log),
    guard,
    adminAccess,
    checkStepUp: assertStepUp,
    approvalGate: {
      isActive: isDualApprovalActive,
      writeOrRequestApproval,
      storeFile: storeApprovalFile,
      deleteFile: deleteApprovalFile,
    },
    trustedProxies,
    checkProxy: createProxyCheck(log, trustedProxies),
    ready: new Map(),
    staging,
    onResponse,
    onDeniedAdminCall: (denied) =>
      recordDeniedRequest(denied).catch((err) =>
        log.error({ err, ...denied }, 'a denied call could not be recorded'),
      ),
    onAdminExport: recordExport,
  }

  const events = startLiveEvents()
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
      ...statementRoutes(),
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
      ...signInRecordAdmin(),
      ...emailAdmin(),
      ...settingsAdmin(),
      ...departmentAdmin(),
      ...supportAdmin(),
      ...panelReportAdmin(),
      ...eventAdmin(),
    ],
    onError(error, request, server, isUnknown) {
      const path = getUrlPath(request.url)
      const address = getRequestAddress(request, server, trustedProxies)
      return sendError(isUnknown ? createUnknownRouteProblem(path) : error, { request, path, address })
    },
  })

  /** Most requests are for these: pages, files of the site and cached responses. */
  const cachedPaths = [...registeredEndpoints.values()]
    .filter(({ method, cache }) => method === 'GET' && cache)
    .map(({ path }) => API_BASE + path)
  const constantPaths = [...cachedPaths, ...site.paths].filter((path) => !/[:*]/.test(path))
  const respond = createRequestDispatcher({
    context,
    sendError,
    site,
    publicCodes: createPublicSeriesCodes((err) => log.warn({ err }, 'the public series could not be read')),
    secret,
    files: [
      {
        name: '(upload)',
        owns: (path) => path.startsWith(UPLOADS_PATH),
        send: (request, path) => sendUpload(request, path, config.PUBLIC_ORIGIN),
      },
      {
        name: '(proof)',
        owns: isProofFilePath,
        send: (request, path) => sendProofFile(request, path, config.PUBLIC_ORIGIN),
      },
      { name: '(snapshot)', owns: isSnapshotPath, send: createSnapshotPages(site.respond) },
    ],
    callApi: api.fetch,
  })

  return {
    fetch: respond,
    listenerRoutes: createListenerRoutes(respond, constantPaths),
    adminPath: secret,
    routes: api.routes,
    shares: context.shares,
    drain: events.close,
    async open() {
      opened.push(startAuditLog({ keys, log }))
      opened.push(startAuditCheckService(keys, log))
      opened.push(
        startEmailDelivery({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          dkim: await loadDkimKey(config),
          log,
        }),
      )
      opened.push(
        startAccountsService({ hours: getEmailLinkLifetimes(config), scale: config.RATE_LIMIT_SCALE, log }),
      )
      opened.push(startExpiredRowCleanup(log, config.LOGIN_RECORD_DAYS))
      opened.push(startExportJob(log))
      opened.push(startClosureJob(config.CLOSURE_DAYS, log))
      opened.push(startNotificationEmailJob(log))
      opened.push(startSubscriptionExpiry(log))
      opened.push(startApprovalExpiryJob(log))
      opened.push(startScreeningJob(log))
      opened.push(startVerificationExpiry(config.EVIDENCE_RETENTION_DAYS, log))
      opened.push(startDailySnapshots(log))
      opened.push(startReportSchedules(log))
      opened.push(
        startSessionService({ lockoutLimits: getLockoutLimits(config), onLocked: notifyAccountLocked, log }),
      )
      const prices = await startMarketFeed({
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
          [PRICES_CHANGED_CHANNEL]: prices.channel,
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
