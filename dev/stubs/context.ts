import type Stripe from "stripe";
import type { StubToken, StubUpload } from "./e-factura/authority";
import type { FaultInjector } from "./fault-injector";
import type { StoredMail } from "./mail-inbox";
import type { StoredPush, StubSubscription } from "./push/router";
import type { Collection } from "./store";
import type { StubDispute } from "./stripe/disputes";
import type { EventRecord } from "./stripe/events";
import type { StoredAnswer } from "./stripe/idempotency";
import type { SessionRecord } from "./stripe/sessions";
import type { Dispatcher } from "./stripe/webhooks";

export type StubsOptions = {
  /** 0 takes any free port. */
  port: number;
  /** The stubs keep their state in `stubs/` below it. */
  dataDir: string;
  /** The worker's `POST /webhooks/stripe`. */
  webhookUrl: string;
  webhookSecret: string;
  /** The only accepted key. */
  secretKey: string;
  siteUrl: string;
  /** The only accepted key of push messages; without it any. */
  vapidPublicKey?: string | undefined;
  /** The application that is registered with the tax authority; without it any. */
  eFacturaClient?: { id: string; secret: string } | undefined;
  /** Milliseconds since the epoch; the machine's clock unless a test holds it. */
  now?: () => number;
};

/** Everything the stubs work with. */
export type Stubs = {
  options: StubsOptions;
  /** Where the stubs answer, without a trailing slash. */
  origin: string;
  /** Whole seconds since the epoch, Stripe's unit. */
  seconds(): number;
  sessions: Collection<SessionRecord>;
  paymentIntents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  refunds: Collection<Stripe.Refund>;
  disputes: Collection<StubDispute>;
  events: Collection<EventRecord>;
  answers: Collection<StoredAnswer>;
  mails: Collection<StoredMail>;
  pushSubscriptions: Collection<StubSubscription>;
  pushes: Collection<StoredPush>;
  eFacturaTokens: Collection<StubToken>;
  eFacturaUploads: Collection<StubUpload>;
  dispatcher: Dispatcher;
  faults: FaultInjector;
};
