import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { invalidRequest, noSuch } from "./errors";
import { computeTotal, createLineItem, lineItemParams } from "./prices";
import {
  optional,
  readChoice,
  readCurrency,
  readEmail,
  readFields,
  readFlag,
  readInteger,
  readList,
  readMetadata,
  readText,
  readUrl,
} from "./readers";
import type { StripeCall } from "./router";

const enabled = optional(readFields({ enabled: readFlag }));
const methodTypes = optional(readList(readText(50)));

// Stripe's parameters for a payment on a hosted page; any other parameter is refused as unknown.
const readCreateParams = readFields({
  adaptive_pricing: enabled,
  allow_promotion_codes: optional(readFlag),
  allowed_payment_method_types: methodTypes,
  automatic_tax: enabled,
  billing_address_collection: optional(readChoice("auto", "required")),
  cancel_url: optional(readUrl),
  client_reference_id: optional(readText(200)),
  currency: optional(readCurrency),
  customer: optional(readText()),
  customer_creation: optional(readChoice("always", "if_required")),
  customer_email: optional(readEmail),
  expires_at: optional(readInteger(0)),
  integration_identifier: optional(readText()),
  invoice_creation: enabled,
  line_items: readList(lineItemParams),
  locale: optional(readText(10)),
  metadata: optional(readMetadata),
  mode: readChoice("payment", "setup", "subscription"),
  origin_context: optional(readChoice("mobile_app", "web")),
  payment_intent_data: optional(
    readFields({
      description: optional(readText()),
      metadata: optional(readMetadata),
      receipt_email: optional(readEmail),
      statement_descriptor: optional(readText(22)),
      statement_descriptor_suffix: optional(readText(22)),
      transfer_group: optional(readText()),
    }),
  ),
  // The name of `allowed_payment_method_types` before API version 2026-09-30; older requests still carry it.
  payment_method_types: methodTypes,
  phone_number_collection: enabled,
  submit_type: optional(readChoice("auto", "book", "donate", "pay")),
  success_url: readUrl,
  tax_id_collection: enabled,
  ui_mode: optional(readChoice("hosted_page", "hosted")),
});

// https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
const MIN_LIFETIME_S = 30 * 60;
const MAX_LIFETIME_S = 24 * 3600;

export function handleCreateSession(
  stubs: Pick<Stubs, "seconds" | "origin" | "sessions">,
  call: Pick<StripeCall, "params">,
): Stripe.Checkout.Session {
  const params = readCreateParams(call.params, "");
  if (params.mode !== "payment")
    throw invalidRequest("The Stripe stub takes single payments only.", { param: "mode" });
  if (params.customer !== undefined) throw noSuch("customer", params.customer, "customer");
  if (params.line_items.length === 0)
    throw invalidRequest("Array must contain at least 1 item.", { param: "line_items" });

  const lines = params.line_items.map((line, index) => createLineItem(stubs, line, `line_items[${index}]`));
  const due = computeTotal(lines);
  if (params.currency !== undefined && params.currency !== due.currency) {
    throw invalidRequest("The currency of the line items is not the session's.", { param: "currency" });
  }

  const created = stubs.seconds();
  const expiresAt = params.expires_at ?? created + MAX_LIFETIME_S;
  if (expiresAt < created + MIN_LIFETIME_S) {
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  if (expiresAt > created + MAX_LIFETIME_S) {
    throw invalidRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }

  const id = newStripeId("session");
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: params.adaptive_pricing ?? null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: due.amount,
    amount_total: due.amount,
    automatic_tax: {
      enabled: params.automatic_tax?.enabled ?? false,
      liability: null,
      provider: null,
      status: null,
    },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: due.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: params.customer_creation ?? "if_required",
    customer_details: params.customer_email ? customerDetails(params.customer_email, null) : null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: {
      enabled: params.invoice_creation?.enabled ?? false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: params.metadata ?? {},
    mode: "payment",
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: params.allowed_payment_method_types ?? params.payment_method_types ?? ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: params.phone_number_collection ?? { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${stubs.origin}/pay/${id}`,
    wallet_options: null,
  };
  stubs.sessions.put({ id, session, lines, intentData: params.payment_intent_data ?? {} });
  return session;
}

/** The data of the payment intent, which the first payment attempt creates. */
export type IntentData = NonNullable<ReturnType<typeof readCreateParams>["payment_intent_data"]>;

/** Details of the payer. */
export function customerDetails(
  mail: string | null,
  name: string | null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email: mail,
    individual_name: name,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}
