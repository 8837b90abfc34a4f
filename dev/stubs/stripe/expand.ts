import type { Stubs } from "../context";
import { findBalanceTransaction } from "./balance-transactions";
import { invalidRequest } from "./errors";
import { createPage, newestFirst } from "./lists";
import { readList, readText } from "./readers";

type Kind =
  | "checkout.session"
  | "payment_intent"
  | "charge"
  | "balance_transaction"
  | "refund"
  | "dispute"
  | "event"
  | "item";
/** What an endpoint returns: an object, or a list of objects of one kind. */
export type ResponseKind = Kind | `list of ${Kind}`;

type Json = Record<string, unknown>;

// Expandable properties and the kind of object behind each; null if the stub never fills the property.
const EXPANDABLE: Record<Kind, Record<string, ResponseKind | null>> = {
  "checkout.session": {
    customer: null,
    invoice: null,
    line_items: "list of item",
    payment_intent: "payment_intent",
    payment_link: null,
    setup_intent: null,
    subscription: null,
  },
  payment_intent: { customer: null, latest_charge: "charge" },
  charge: {
    balance_transaction: "balance_transaction",
    customer: null,
    payment_intent: "payment_intent",
    refunds: "list of refund",
  },
  balance_transaction: {},
  refund: { charge: "charge", payment_intent: "payment_intent" },
  dispute: { charge: "charge", payment_intent: "payment_intent" },
  event: {},
  item: {},
};

const readPaths = readList(readText(), 20);

/**
 * Reads the parameter `expand` of a call whose response is `kind`: paths such as `data.payment_intent.latest_charge`.
 * @throws StripeError for a property that cannot be expanded
 */
export function readExpansions(
  value: Parameters<typeof readPaths>[0] | undefined,
  kind: ResponseKind,
): string[][] {
  const paths = value === undefined ? [] : readPaths(value, "expand");
  return paths.map((path) => {
    const steps = path.split(".");
    if (steps.length > 4)
      throw invalidRequest("You cannot expand more than 4 levels of a property.", { param: "expand" });
    let current: ResponseKind | null = kind;
    for (const step of steps) {
      const next: ResponseKind | null | undefined = current === null ? undefined : findTarget(current, step);
      if (next === undefined)
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
      current = next;
    }
    return steps;
  });
}

function findTarget(kind: ResponseKind, step: string): ResponseKind | null | undefined {
  if (kind.startsWith("list of "))
    return step === "data" ? (kind.slice("list of ".length) as Kind) : undefined;
  const properties = EXPANDABLE[kind as Kind];
  return Object.hasOwn(properties, step) ? properties[step] : undefined;
}

/** Replaces IDs with their objects, along paths that `readExpansions` has checked. */
export function expand(stubs: Stubs, object: unknown, paths: string[][]): unknown {
  return paths.reduce((expanded, steps) => expandPath(stubs, expanded as Json, steps), object);
}

function expandPath(stubs: Stubs, object: Json, [step, ...rest]: string[]): Json {
  if (step === undefined) return object;
  const current = object[step] ?? findHiddenList(stubs, object, step);
  if (Array.isArray(current))
    return { ...object, [step]: current.map((item) => expandPath(stubs, item as Json, rest)) };
  const child = typeof current === "string" ? findById(stubs, current) : current;
  return { ...object, [step]: child ? expandPath(stubs, child as Json, rest) : null };
}

function findById(stubs: Stubs, id: string): unknown {
  return (
    stubs.paymentIntents.get(id) ??
    stubs.charges.get(id) ??
    stubs.refunds.get(id) ??
    findBalanceTransaction(stubs, id)
  );
}

/** Lists that Stripe leaves out of an object unless a call expands them. */
function findHiddenList(stubs: Stubs, object: Json, step: string): unknown {
  const id = String(object.id);
  if (step === "line_items") {
    return createPage(
      stubs.sessions.get(id)?.lines ?? [],
      {},
      `/v1/checkout/sessions/${id}/line_items`,
      "line_item",
    );
  }
  if (step === "refunds") {
    const refunds = newestFirst(stubs.refunds.all()).filter((refund) => refund.charge === id);
    return createPage(refunds, {}, `/v1/charges/${id}/refunds`, "refund");
  }
  return null;
}
