import type Stripe from "stripe";
import type { Faults } from "./faults";
import type { StoredMail } from "./inbox";
import type { Collection, Store } from "./store";
import type { DeskDispute } from "./stripe/disputes";
import type { EventRecord } from "./stripe/events";
import type { KeptAnswer } from "./stripe/idempotency";
import type { SessionRecord } from "./stripe/sessions";
import type { Dispatcher } from "./stripe/webhooks";

export interface DeskOptions {
  /** 0 takes any free port. */
  port: number;
  /** The desk keeps its state in `desk/` below it. */
  dataDir: string;
  /** The worker's `POST /webhooks/stripe`. */
  webhookUrl: string;
  webhookSecret: string;
  /** The one key that is accepted; null accepts every well-formed test key, for when nobody configured one. */
  secretKey: string | null;
  siteUrl: string;
  /** Runs one of the worker's scheduled jobs. */
  runJob?: (name: string) => Promise<{ status: number; text: string }>;
  /** Milliseconds since the epoch; the machine's clock unless a test holds it. */
  now?: () => number;
}

/** Everything the desk's rooms work with. */
export interface Desk {
  options: DeskOptions;
  /** Where the desk answers, without a trailing slash. */
  origin: string;
  /** Whole seconds since the epoch, Stripe's unit. */
  seconds(): number;
  store: Store;
  sessions: Collection<SessionRecord>;
  paymentIntents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  refunds: Collection<Stripe.Refund>;
  disputes: Collection<DeskDispute>;
  events: Collection<EventRecord>;
  answers: Collection<KeptAnswer>;
  mails: Collection<StoredMail>;
  dispatcher: Dispatcher;
  faults: Faults;
}
