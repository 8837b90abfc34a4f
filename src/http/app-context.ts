import type { ExecutionContext, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv, Ctx } from "@/context";
import { hasAfterCommitHook } from "@/db/after-commit";
import { connect, type Db } from "@/db/client";
import { collectScheduledDeletions, processDeletions } from "@/db/media-deletions";
import { refuseWrites } from "@/db/refuse-writes";
import { createStatisticsBuffer, type StatisticsBuffer } from "@/db/statistics";
import { type Bindings, type MailWakeUp, parseConfig } from "@/env";
import { createAppCheck } from "@/platform/app-check";
import { type ConcurrencyLimiter, createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import { createEFactura } from "@/platform/e-factura";
import { createLog } from "@/platform/log";
import { createMailTransport } from "@/platform/mail";
import { createMedia } from "@/platform/media";
import { createMemoryBudget, type MemoryBudget } from "@/platform/memory-budget";
import { createObjectStore } from "@/platform/object-store";
import { createPasswordHasher, type PasswordHasher } from "@/platform/password-hasher";
import { createPayments } from "@/platform/payments";
import { createPushTransport } from "@/platform/push";
import { createSvgRenderer, type SvgRenderer } from "@/platform/svg-renderer";
import { type Locale, splitLocale } from "@/shared/i18n/locales";
import { newId, newSecret } from "@/shared/ids";
import { FILE_FORM_MEMORY_BYTES } from "./body-limit";
import { createLruCache, type LruCache, textBytes } from "./lru-cache";
import { toNetworkKey } from "./network";
import { createPageCache, type PageCache } from "./page-cache";
import { splitUrl } from "./request-url";
import { getTranslator } from "./texts";
import { countsViews } from "./user-agent";

/** Bound of all memoized markup with its keys. */
const MARKUP_BYTES = 8 * 1024 ** 2;

/** A clock (ms) that tests can stop. */
export type Clock = () => number;

/** Services that depend only on the bindings, and so are the same for every request. */
type BoundServices = Pick<
  Ctx,
  "appCheck" | "backups" | "config" | "db" | "eFactura" | "media" | "mail" | "payments" | "push"
> & {
  /**
   * The nearest database replica, for visitors without a session. One session for all of them, so reads never go back
   * in time, and no request pays for a new connection.
   */
  nearest(): Db;
  /** A database replica that has what was written before `bookmark`. */
  notBefore(bookmark: string): Db;
};

/** State that outlives a request: one instance for the worker's requests, jobs and queue batches. */
export type SharedServices = {
  passwordHasher: PasswordHasher;
  hashLimiter: ConcurrencyLimiter;
  fileForms: MemoryBudget;
  svgRenderer: SvgRenderer;
  /** Statistics of all requests that wait to be stored. */
  statistics: StatisticsBuffer;
  /** Cached pages for anonymous visitors. */
  pages: PageCache;
  /** Memoized markup of page parts. */
  markup: LruCache<string>;
  /** Parses settings and creates clients at the first use of the bindings. @throws Error as `parseConfig` */
  bind(bindings: Bindings): BoundServices;
};

export function createSharedServices(): SharedServices {
  const known = new WeakMap<Bindings, BoundServices>();
  return {
    passwordHasher: createPasswordHasher(),
    hashLimiter: createConcurrencyLimiter(),
    fileForms: createMemoryBudget(FILE_FORM_MEMORY_BYTES),
    svgRenderer: createSvgRenderer(createConcurrencyLimiter({ waiting: 2 })),
    statistics: createStatisticsBuffer(),
    pages: createPageCache(),
    markup: createLruCache(MARKUP_BYTES, textBytes),
    bind(bindings) {
      const bound = known.get(bindings) ?? bindServices(bindings);
      known.set(bindings, bound);
      return bound;
    },
  };
}

function bindServices(bindings: Bindings): BoundServices {
  const config = parseConfig(bindings);
  const database = config.MAINTENANCE ? refuseWrites(bindings.DB) : bindings.DB;
  /** A session has the methods of the database that the code uses: statements and batches. */
  const connectFrom = (start: string) =>
    connect(database.withSession(start) as D1DatabaseSession & D1Database);
  let nearest: Db | undefined;
  return {
    config,
    nearest() {
      nearest ??= connectFrom("first-unconstrained");
      return nearest;
    },
    notBefore: connectFrom,
    db: connect(database),
    media: createMedia(bindings.MEDIA, bindings.IMAGES),
    backups: createObjectStore(bindings.BACKUPS),
    appCheck: createAppCheck({
      secretKey: config.TURNSTILE_SECRET_KEY,
      verifyUrl: config.TURNSTILE_VERIFY_URL,
    }),
    mail: createMailTransport({ endpoint: config.MAIL_ENDPOINT, binding: bindings.EMAIL }),
    push: createPushTransport({
      publicKey: config.VAPID_PUBLIC_KEY,
      privateKey: config.VAPID_PRIVATE_KEY,
      subject: config.VAPID_SUBJECT,
    }),
    eFactura: createEFactura({
      clientId: config.EFACTURA_CLIENT_ID,
      clientSecret: config.EFACTURA_CLIENT_SECRET,
      authUrl: config.EFACTURA_AUTH_URL,
      apiUrl: config.EFACTURA_API_URL,
    }),
    payments: createPayments({
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiBase: config.STRIPE_API_BASE,
    }),
  };
}

export type AppContextOptions = {
  bindings: Bindings;
  execution: Pick<ExecutionContext, "waitUntil">;
  locale: Locale;
  requestId: string;
  address: string;
  /** Whether views and searches are counted; false for robots. */
  countsViews?: boolean;
  shared?: SharedServices;
  clock?: Clock;
};

/** Creates the context of a request, job or queue batch from the worker's bindings. */
export function createAppContext({
  bindings,
  execution,
  locale,
  requestId,
  address,
  countsViews = true,
  shared = createSharedServices(),
  clock = Date.now,
}: AppContextOptions): Ctx {
  const bound = shared.bind(bindings);
  const now = clock();
  const log = createLog({ request_id: requestId });
  const later = (work: Promise<unknown>) =>
    execution.waitUntil(work.catch((error) => log.error("background_task_failed", error)));
  const wakeSender = (message: MailWakeUp) => bindings.MAIL_QUEUE.send(message);

  const ctx: Ctx = {
    ...bound,
    log,
    passwordHasher: shared.passwordHasher,
    hashLimiter: shared.hashLimiter,
    fileForms: shared.fileForms,
    svgRenderer: shared.svgRenderer,
    now,
    clock,
    newId,
    newSecret,
    address,
    get network() {
      return toNetworkKey(address);
    },
    user: null,
    locale,
    t: getTranslator(locale),
    translator: getTranslator,
    statistics: {
      record(events) {
        // An enquiry from any program is stored, so it always counts.
        const recorded = countsViews
          ? events
          : events.filter((event) => "kind" in event && event.kind === "enquiry");
        if (bound.config.MAINTENANCE) return;
        const storing = shared.statistics.add(recorded, { db: bound.db, log, now, newId });
        if (storing) later(storing);
      },
    },
    later,
    hasCommitted: false,
    async commit(statements) {
      ctx.hasCommitted = true;
      const [first, ...rest] = statements;
      if (!first) return [];
      const results: unknown[] = await bound.db.batch([first, ...rest]);
      // The queue only wakes the sender; if its message is lost, the cron jobs find the rows in the outboxes.
      const hasQueued = statements.some(
        (statement, index) => hasAfterCommitHook("wake-outbox", statement) && hasWrittenRows(results[index]),
      );
      if (hasQueued) later(wakeSender({ wake: "outbox" }));
      // If this fails, the batch stays committed and a job retries the deletions.
      const deletions = collectScheduledDeletions(statements, results);
      if (deletions.length > 0) {
        await processDeletions(bound.db, deletions, bound.media.removeObjects).catch((error) =>
          log.error("media_deletion_failed", error),
        );
      }
      return results;
    },
  };
  return ctx;
}

/** Whether a statement without RETURNING changed a row; it changes none if its guard failed. */
const hasWrittenRows = (result: unknown): boolean =>
  (result as Partial<D1Result> | undefined)?.meta?.changes !== 0;

/** Creates the request's context: locale from the path, services, no visitor yet. */
export const requestContext = (app: Hono<AppEnv>, shared: SharedServices, clock: Clock) =>
  createMiddleware<AppEnv>(async function requestContext(c, next) {
    const { locale, path, prefixed } = splitLocale(splitUrl(c.req.url).pathname);
    c.set("path", path);
    c.set("prefixed", prefixed);
    c.set("routes", app.routes);
    c.set("markupCache", shared.markup);
    c.set(
      "ctx",
      createAppContext({
        bindings: c.env,
        execution: c.executionCtx,
        locale,
        requestId: c.get("requestId"),
        // Cloudflare sets this header, locally the development server; no other header is trusted.
        address: c.req.header("cf-connecting-ip") ?? "127.0.0.1",
        countsViews: countsViews(c.req.header("user-agent")),
        shared,
        clock,
      }),
    );
    await next();
  });
