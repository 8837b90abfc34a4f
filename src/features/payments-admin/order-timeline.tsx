import type { ReactNode } from "react";
import { formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { formatRefundFailure } from "./format-refund-failure";
import type { OrderDetails } from "./order-details";

type Entry<Name extends "history" | "refunds" | "invoices" | "events"> = OrderDetails[Name][number];

/** What happened to an order, the newest first: changes and decisions, refunds, documents, and Stripe's events. */
export function OrderTimeline({ details }: { details: OrderDetails }) {
  const { t } = usePage();
  const { order, history, refunds, invoices, events, outcomes, stripeUrl } = details;
  const entries: { key: string; ts: number; content: ReactNode }[] = [
    ...history.map((entry) => ({ key: entry.id, ts: entry.ts, content: <Change entry={entry} /> })),
    ...refunds.map((refund) => ({
      key: refund.id,
      ts: refund.createdTs,
      content: <Refund refund={refund} />,
    })),
    ...invoices.map((invoice) => ({
      key: invoice.label,
      ts: invoice.issuedTs,
      content: <Invoice invoice={invoice} />,
    })),
    ...events.map((event) => ({
      key: event.id,
      ts: event.receivedTs,
      content: <StripeEvent event={event} stripeUrl={stripeUrl} />,
    })),
    ...outcomes.map(({ key, ts, outcome }) => ({
      key,
      ts,
      content: (
        <>
          {t("payments-admin.order.taskDone")}
          <p className="small pre-line">{outcome}</p>
        </>
      ),
    })),
    // The creation of an order has no audit event.
    { key: order.id, ts: order.createdTs, content: t("payments-admin.actions.created") },
  ];
  return (
    <section>
      <h2>{t("payments-admin.order.timeline")}</h2>
      <DescriptionList
        items={entries
          .toSorted((a, b) => b.ts - a.ts)
          .map(({ key, ts, content }) => ({ key, term: <Time ts={ts} clock />, details: content }))}
      />
    </section>
  );
}

/** A transition or an admin's decision. */
function Change({ entry: { action, detail, actor } }: { entry: Entry<"history"> }) {
  const { t, locale } = usePage();
  const key = `payments-admin.actions.${action.replace(/^order\./, "")}`;
  const { reason, amount, days } = detail;
  return (
    <>
      {t.has(key) ? t(key) : action}
      {typeof amount === "number" ? `: ${formatLei(amount, locale)}` : ""}
      {typeof days === "number" ? `: ${t.count("payments-admin.history.days", days)}` : ""}
      <Actor actor={actor} />
      {typeof reason === "string" && reason ? <p className="small pre-line">{reason}</p> : null}
    </>
  );
}

const Actor = ({ actor }: Pick<Entry<"refunds">, "actor">) =>
  actor && (
    <>
      {" · "}
      <UserLink user={actor} />
    </>
  );

function Refund({ refund }: { refund: Entry<"refunds"> }) {
  const { t } = usePage();
  const { kind, reasonCode, reason, actor, stripeRefundId, state, transferredTs, transferReference } = refund;
  return (
    <>
      {t("payments-admin.order.refund")} <Money bani={refund.amount} />{" "}
      <StateBadge kind="refund" state={state} />
      <p className="small muted">
        {[
          t(`payments-admin.refundKinds.${kind}`),
          reasonCode && t(`payments-admin.refundReasons.${reasonCode}`),
        ]
          .filter(Boolean)
          .join(" · ")}
        <Actor actor={actor} /> {stripeRefundId ? <code className="code-id">{stripeRefundId}</code> : null}
      </p>
      {reason ? <p className="small pre-line">{reason}</p> : null}
      {transferredTs === null ? null : (
        <p className="small break-anywhere">
          {[t("payments-admin.order.transferred"), transferReference].filter(Boolean).join(": ")}
          {" · "}
          <Time ts={transferredTs} />
        </p>
      )}
    </>
  );
}

function Invoice({ invoice: { label, kind, amount } }: { invoice: Entry<"invoices"> }) {
  const { t, url } = usePage();
  return (
    <div className="row row--between">
      <a href={url(paths.invoice(label))}>{t(`payments-admin.invoiceKinds.${kind}`, { number: label })}</a>
      <Money bani={kind === "credit_note" ? -amount : amount} />
    </div>
  );
}

function StripeEvent({ event, stripeUrl }: { event: Entry<"events">; stripeUrl: string }) {
  const { t } = usePage();
  const key = `payments-admin.events.${event.type.replaceAll(".", "_")}`;
  return (
    <>
      <a className="break-anywhere" href={`${stripeUrl}/events/${event.id}`}>
        {t.has(key) ? `Stripe: ${t(key)}` : t("payments-admin.events.other", { type: event.type })}
      </a>{" "}
      <StateBadge kind="paymentEvent" state={event.outcome} />
      {event.detail ? <p className="small break-anywhere">{formatRefundFailure(t, event)}</p> : null}
    </>
  );
}
