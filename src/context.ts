import type { Db, Statement } from "@/db/client";
import type { StatisticsEvent } from "@/db/statistics";
import type { Config } from "@/env";
import type { AppCheck } from "@/platform/app-check";
import type { ConcurrencyLimiter } from "@/platform/concurrency-limiter";
import type { Log } from "@/platform/log";
import type { MailTransport } from "@/platform/mail";
import type { Media } from "@/platform/media";
import type { MemoryBudget } from "@/platform/memory-budget";
import type { PasswordHasher } from "@/platform/password-hasher";
import type { Payments } from "@/platform/payments";
import type { SvgRenderer } from "@/platform/svg-renderer";
import type { Role } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";

/** The person behind a request, read from the database at each request. */
export type Visitor = {
  id: string;
  sessionId: string;
  email: string;
  emailVerified: boolean;
  role: Role;
  firstName: string;
  lastName: string;
  canCreateAdmin: boolean;
  /** The picture's file extension and version, for the page's header; null without one. */
  profilePicture: string | null;
  pictureTs: number | null;
  /** Conversations that hold something new to them. */
  unread: number;
};

/**
 * What every verb and query gets: the outside world as typed services, and the request's own facts.
 * Nothing else reaches for the network, the clock or randomness.
 */
export type Ctx = {
  config: Config;
  db: Db;
  media: Media;
  mail: MailTransport;
  /** Turnstile, on public forms. */
  appCheck: AppCheck;
  payments: Payments;
  svgRenderer: SvgRenderer;
  log: Log;
  passwordHasher: PasswordHasher;
  /** Every password is hashed inside it, by the network of the client (`network`). */
  hashLimiter: ConcurrencyLimiter;
  /** Bounds the memory that large forms with files take in the isolate. */
  fileForms: MemoryBudget;
  /** ms since the epoch, held for the whole request, or for one batch of a job (`atPresent`). */
  now: number;
  /** The present in ms, for work that takes long. */
  clock(): number;
  newId(): string;
  /** 256 random bits for tokens. */
  newSecret(): string;
  /** The visitor's address, for the app check only; never stored. */
  address: string;
  /** Who asks, for limits: the visitor's address, of IPv6 its network. Never stored beside what they did. */
  readonly network: string;
  user: Visitor | null;
  locale: Locale;
  t: Translator;
  /** The translator of another locale, for mail to people who read that one. */
  translator(locale: Locale): Translator;
  /**
   * Commits a write: all statements or none (D1 has no interactive transaction). Then it
   * wakes the sender of mails and deletes the objects whose deletion the statements scheduled.
   */
  commit(statements: Statement[]): Promise<unknown[]>;
  statistics: {
    /**
     * Counts what happened to listings, unless a robot asked, whose enquiries count all the same; it is stored within
     * seconds, behind the answers. Leave the owner's own out.
     */
    note(events: readonly StatisticsEvent[]): void;
  };
  /** Work that goes on after the answer. */
  later(work: Promise<unknown>): void;
};

/** The same context with `now` set to the present: for each batch of a job that takes long. */
export const atPresent = (ctx: Ctx): Ctx => ({ ...ctx, now: ctx.clock() });

/** Hono's variables. `c.var` makes an object of them all whenever it is asked, so what every request passes uses `c.get`. */
export type AppEnv = {
  Bindings: import("@/env").Bindings;
  Variables: {
    requestId: string;
    ctx: Ctx;
    nonce: string;
    /** Set where the page holds the app check's widget, whose script the security policy then lets in. */
    appCheck?: true;
    /**
     * What the page shows of listings, said by its route: counted behind the answer, unless a robot asked. The visitor's
     * own listings don't belong here. The page cache stores it together with the page.
     */
    shown?: readonly StatisticsEvent[];
    /** Memoised markup that pages share. */
    markupCache: { get(key: string, render: () => string): string };
    /** Path without the locale prefix. */
    path: string;
    prefixed: boolean;
  };
};
