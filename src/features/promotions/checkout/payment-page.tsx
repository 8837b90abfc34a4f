import type { InvoiceSummary } from "@/features/invoices";
import { formatDateTime, formatLei, formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { Notice, type NoticeTone } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Order } from "../orders/queries";
import type { PaymentView } from "./check-payment";

const TONES: Record<PaymentView, NoticeTone> = {
  paid: "success",
  processing: "info",
  waiting: "info",
  expired: "warning",
  failed: "danger",
  mismatched: "warning",
  refunded: "info",
  dispute_lost: "info",
  disputed: "warning",
  checking: "info",
};

export type PaymentPageProps = {
  order: Order;
  /** The order's invoices; empty until it is paid. */
  invoices: readonly InvoiceSummary[];
  view: PaymentView;
  /** ms */
  now: number;
};

export function PaymentPage({ order, invoices, view, now }: PaymentPageProps) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page stack stack--loose">
      <h1>{t("promotions.payment.title")}</h1>
      <Notice tone={TONES[view]} title={t(`promotions.payment.${view}.title`)} live>
        <StatusText order={order} view={view} now={now} />
      </Notice>
      <PaymentDetails order={order} invoices={invoices} view={view} />
      <Actions order={order} view={view} />
    </div>
  );
}

function StatusText({ order, view, now }: Omit<PaymentPageProps, "invoices">) {
  const { t, locale } = usePage();
  const { promotion, refundedAmount } = order;
  const params = {
    title: order.listingTitle ?? t("promotions.payment.erased"),
    // A payment that can't be used is refunded in full, but the refund may not be sent yet.
    refunded: formatLei(view === "refunded" ? order.amount : refundedAmount, locale),
    expires: formatDateTime(order.checkoutExpiresTs ?? now, locale),
    starts: formatDateTime(promotion?.startsTs ?? now, locale),
    ends: formatDateTime(promotion?.endsTs ?? now, locale),
  };
  if (view !== "paid") {
    return (
      <>
        <p>{t(`promotions.payment.${view}.text`, params)}</p>
        {view === "refunded" && !promotion ? <p>{t("promotions.payment.refunded.unpromotable")}</p> : null}
      </>
    );
  }
  const ended = !promotion || promotion.stoppedTs !== null || promotion.endsTs <= now;
  // The webhook may have started it during this request, so after the request's `now`.
  const started = promotion !== null && promotion.startsTs <= Math.max(now, order.paidTs ?? now);
  const period = ended ? "over" : started ? "running" : "scheduled";
  return (
    <>
      <p>{t(`promotions.payment.paid.${period}`, params)}</p>
      {refundedAmount > 0 ? <p>{t("promotions.payment.partly", params)}</p> : null}
    </>
  );
}

function PaymentDetails({ order, invoices, view }: Omit<PaymentPageProps, "now">) {
  const { t, url, locale } = usePage();
  const { promotion } = order;
  const fact = (name: string, details: React.ReactNode, params = {}) => ({
    term: t(`promotions.payment.details.${name}`, params),
    details,
  });
  return (
    <section className="panel">
      <DescriptionList
        items={[
          fact(
            "listing",
            order.listingId && order.listingTitle ? (
              <a href={url(paths.listing(order.listingId))}>{order.listingTitle}</a>
            ) : (
              t("promotions.payment.erased")
            ),
          ),
          fact("item", t.count(`promotions.item.${order.placement}`, order.days)),
          fact("price", <Money bani={order.amount} />),
          order.vatRate > 0 &&
            fact("vat", <Money bani={order.vatAmount} />, { rate: formatPercent(order.vatRate, locale) }),
          view === "paid" &&
            promotion !== null &&
            promotion.stoppedTs === null &&
            fact(
              "promotion",
              t("promotions.payment.details.period", {
                starts: formatDateTime(promotion.startsTs, locale),
                ends: formatDateTime(promotion.endsTs, locale),
              }),
            ),
          ...invoices.map(({ label, kind }) => ({
            key: label,
            term: t(`invoices.kinds.${kind}`),
            details: <a href={url(paths.invoice(label))}>{label}</a>,
          })),
          fact("order", <code>{order.id}</code>),
        ]}
      />
    </section>
  );
}

function Actions({ order, view }: Pick<PaymentPageProps, "order" | "view">) {
  const { t, url, currentPath, visitor } = usePage();
  const label = (name: string) => t(`promotions.payment.action.${name}`);
  return (
    <div className="row">
      {view === "waiting" && order.checkoutUrl ? (
        <LinkButton href={order.checkoutUrl}>{label("pay")}</LinkButton>
      ) : null}
      {view === "checking" || view === "processing" ? (
        <LinkButton href={url(currentPath)}>{label("check")}</LinkButton>
      ) : null}
      {order.listingId && (view === "expired" || view === "failed" || view === "mismatched") ? (
        <LinkButton href={url(paths.promoteListing(order.listingId))}>{label("again")}</LinkButton>
      ) : null}
      {order.listingId && view === "paid" ? (
        <LinkButton href={url(paths.listing(order.listingId))}>{label("listing")}</LinkButton>
      ) : null}
      {visitor?.id === order.buyerId ? (
        <LinkButton variant="secondary" href={url(paths.ownOrder(order.id))}>
          {label("order")}
        </LinkButton>
      ) : null}
      <LinkButton variant="secondary" href={url(paths.ownListings())}>
        {label("listings")}
      </LinkButton>
    </div>
  );
}
