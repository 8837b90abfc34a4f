import type { Db, Statement } from "@/db/client";
import type { decisionUndos } from "@/db/schema";
import type { StatisticsEvent } from "@/db/statistics";
import type { Config } from "@/env";
import type { AppCheck } from "@/platform/app-check";
import type { ConcurrencyLimiter } from "@/platform/concurrency-limiter";
import type { EFactura } from "@/platform/e-factura";
import type { Log } from "@/platform/log";
import type { MailTransport } from "@/platform/mail";
import type { Media } from "@/platform/media";
import type { MemoryBudget } from "@/platform/memory-budget";
import type { ObjectStore } from "@/platform/object-store";
import type { PasswordHasher } from "@/platform/password-hasher";
import type { Payments } from "@/platform/payments";
import type { PushTransport } from "@/platform/push";
import type { SvgRenderer } from "@/platform/svg-renderer";
import type { Role } from "@/shared/codes";
import type { Day } from "@/shared/dates";
import type { Locale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { AdminMenu } from "@/ui/page-context";

/** The signed-in user of a request, read from the database at each request. */
export type SignedInUser = {
  id: string;
  sessionId: string;
  email: string;
  emailVerified: boolean;
  role: Role;
  firstName: string;
  lastName: string;
  canCreateAdmin: boolean;
  birthDate: Day | null;
  /** File extension and version of the profile picture, for the page's header; null without a picture. */
  profilePicture: string | null;
  pictureTs: number | null;
  /** Conversations with unread messages, or that wait for the answer of the user, a teacher. */
  unread: number;
  /** Open requests that fit the listings of a teacher, who has not answered them. */
  requestsToAnswer: number;
  /** Ids of the listings on the shortlist, newest first. */
  shortlist: readonly string[];
  /** An admin without two-step sign-in, which the settings require: opens no page of the admin area. */
  lacksTwoStep: boolean;
};

/**
 * What every action and query receives: outside services, typed, and the facts of the request. Nothing else uses the
 * network, the clock or randomness.
 */
export type Ctx = {
  config: Config;
  db: Db;
  media: Media;
  /** Backups of the database, and what a restore has to repeat. */
  backups: ObjectStore;
  mail: MailTransport;
  /** Null without the VAPID settings: then nothing about push messages is offered or queued. */
  push: PushTransport | null;
  /** Turnstile on public forms. */
  appCheck: AppCheck;
  payments: Payments;
  /** The tax authority's system for e-invoices; null without its settings. */
  eFactura: EFactura | null;
  svgRenderer: SvgRenderer;
  log: Log;
  passwordHasher: PasswordHasher;
  /** Limits concurrent password hashing, by client network (`network`). */
  hashLimiter: ConcurrencyLimiter;
  /** Bounds the memory that large forms with files take in the isolate. */
  fileForms: MemoryBudget;
  /** ms since the epoch, fixed for the whole request, or for one batch of a job (`withCurrentTime`). */
  now: number;
  /** The current time in ms, for long work. */
  clock(): number;
  newId(): string;
  /** 256 random bits for tokens. */
  newSecret(): string;
  /** The visitor's IP address, for the app check only; never stored. */
  address: string;
  /**
   * Key for rate limits: the visitor's IPv4 address or IPv6 network. Stored with a user only as the keyed hash of
   * `teacher_sightings`.
   */
  readonly network: string;
  user: SignedInUser | null;
  locale: Locale;
  t: Translator;
  /** The translator of another locale, for mail to readers of that locale. */
  translator(locale: Locale): Translator;
  /**
   * Commits a write: all statements or none (D1 has no interactive transaction). Then it wakes the sender of mail and
   * push messages, and deletes the objects whose deletion the statements scheduled.
   */
  commit(statements: Statement[]): Promise<unknown[]>;
  /**
   * The decision that this request makes, if it can be undone until `undoEndsTs` (ms): its mails wait until then and carry
   * its id. `form` is what was sent. Set by `withUndo`.
   */
  decision?: { id: string; undoEndsTs: number; form: (typeof decisionUndos.$inferSelect)["form"] };
  /** Whether `commit` was called. */
  hasCommitted: boolean;
  statistics: {
    /**
     * Counts events of listings, and searches. Events from robots are dropped, except enquiries. Stored within seconds,
     * after the response. Leave out events of a listing that its owner causes.
     */
    record(events: readonly StatisticsEvent[]): void;
  };
  /** Continues work after the response. */
  later(work: Promise<unknown>): void;
};

/** The same context with `now` set to the current time: for each batch of a long job. */
export const withCurrentTime = (ctx: Ctx): Ctx => ({ ...ctx, now: ctx.clock() });

/** A handler of the app with the method and path that it is registered for. */
export type AppRoute = { method: string; path: string; handler: object };

/**
 * Hono's variables. `c.var` builds an object of all of them at each access, so code on every request's path uses
 * `c.get`.
 */
export type AppEnv = {
  Bindings: import("@/env").Bindings;
  Variables: {
    requestId: string;
    ctx: Ctx;
    /** Set if the page contains the app check's widget, so that the content security policy allows its script. */
    appCheck?: true;
    /**
     * What the response counts: the listings that it shows, and the search. Set by its route, and counted after the
     * response, except for robots. Leave out the visitor's own listings. The page cache stores them with the page.
     */
    statisticsEvents?: readonly StatisticsEvent[];
    /** Memoised markup that pages share. */
    markupCache: { getOrCreate(key: string, create: () => string): string };
    /** In the admin area: counts the open tasks for the menu. `renderPage` calls it, and stores the result. */
    loadAdminMenu?: () => Promise<AdminMenu>;
    adminMenu?: AdminMenu;
    /** Search engines must not index the page: it requires a sign-in. */
    noindex?: true;
    /** An id made of the call and its Idempotency-Key: a repeated call has the same. */
    submissionId?: string;
    /** Path without the locale prefix. */
    path: string;
    prefixed: boolean;
    /** The route's options, once a middleware has looked them up. */
    routeOptions?: object;
    /** All routes of the app. */
    routes: readonly AppRoute[];
  };
};
