import { DoneNotice } from "@/features/moderation";
import { isDisputeLost, WithdrawalTime } from "@/features/promotions";
import { formatLei, formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge, StateBadge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { DisputeSection } from "./dispute-section";
import { formatRefundFailure } from "./format-refund-failure";
import { AdminOrderActions, type OrderActionsView } from "./order-actions";
import type { OrderDetails } from "./order-details";
import { OrderTimeline } from "./order-timeline";

export type OrderView = {
  details: OrderDetails;
  actions: OrderActionsView;
  /** The action that was just done: a key of `payments-admin.done`. */
  done: string | null;
  now: number;
};

/** All data of one order, and the actions of admins. */
export function AdminOrderPage({ view: { details, actions, done, now } }: { view: OrderView }) {
  const { t } = usePage();
  const { run } = useTaskOrigin();
  const { order } = details;
  return (
    <AdminPage
      parent={{ label: t("payments-admin.orders.heading"), href: paths.adminOrders() }}
      current={order.id}
      heading={t("payments-admin.order.heading", { id: order.id })}
      actions={
        <>
          {order.withdrawnTs === null ? null : (
            <Badge tone="warning">{t("payments-admin.order.withdrawn")}</Badge>
          )}
          {details.returned.length > 0 ? (
            <Badge tone="danger">{t("payments-admin.returned.badge")}</Badge>
          ) : null}
          <StateBadge kind="order" state={isDisputeLost(order) ? "dispute_lost" : order.state} />
        </>
      }
      aside={<AdminOrderActions details={details} view={actions} now={now} />}
    >
      {done ? (
        <DoneNotice action={RECORDED_WITHDRAWAL.includes(done) ? <CloseMessage /> : null}>
          {t(`payments-admin.done.${done}`)}
        </DoneNotice>
      ) : null}
      {details.inconsistencies.map((inconsistency) => (
        <Notice key={inconsistency} tone="danger">
          {t(`payments-admin.inconsistencies.${inconsistency}`)}
        </Notice>
      ))}
      {details.returned.map((refund) => (
        <ReturnedRefundNotice key={refund.eventId} refund={refund} run={run} />
      ))}
      <DisputeSection details={details} />
      <OrderDetailsList details={details} now={now} />
      <OrderTimeline details={details} />
    </AdminPage>
  );
}

const RECORDED_WITHDRAWAL = ["withdraw", "withdraw_later"];

/** Closes the message that was the withdrawal, if it led to the order: the buyer got a confirmation. */
function CloseMessage() {
  const { t, url } = usePage();
  const { task, run } = useTaskOrigin();
  if (!task.startsWith("contact:")) return null;
  return (
    <ActionButton
      action={url(paths.followUpRow(task, { run }))}
      fields={{ intent: "done", outcome: t("payments-admin.closeMessage.outcome") }}
      variant="secondary"
      size="small"
    >
      {t("payments-admin.closeMessage.do")}
    </ActionButton>
  );
}

/** A refund that the buyer has not received, and its task. */
function ReturnedRefundNotice({ refund, run }: { refund: OrderDetails["returned"][number]; run: string }) {
  const { t, url, locale } = usePage();
  const { eventId, amount } = refund;
  return (
    <Notice tone="danger" title={t("payments-admin.returned.title", { amount: formatLei(amount, locale) })}>
      <p>{`${formatRefundFailure(t, refund)}. ${t("payments-admin.returned.text")}`}</p>
      <p>
        <a href={url(paths.followUpRow(`payments:${eventId}`, { run }))}>
          {t("payments-admin.returned.task")}
        </a>
      </p>
    </Notice>
  );
}

function OrderDetailsList({
  details: { order, listing, buyer, promotion, stripeUrl },
  now,
}: {
  details: OrderDetails;
  now: number;
}) {
  const { t, url, locale } = usePage();
  const rate = formatPercent(order.vatRate, locale);
  const stripeId = (id: string | null) => (id ? <code className="code-id">{id}</code> : null);
  const time = (ts: number | null) => (ts === null ? null : <Time ts={ts} clock />);
  const title = listing && (listing.title || t(`general.subjects.${listing.subject}`));
  return (
    <section>
      <h2>{t("payments-admin.order.details")}</h2>
      <DescriptionList
        items={[
          {
            term: t("payments-admin.order.listing"),
            details: listing ? (
              <a href={url(paths.adminListing(listing.id))}>{title}</a>
            ) : (
              t("payments-admin.order.noListing")
            ),
          },
          {
            term: t("payments-admin.order.buyer"),
            details: buyer ? (
              <span className="break-anywhere">
                <UserLink user={buyer} /> ·{" "}
                <a href={url(paths.adminOrders({ q: buyer.email }))}>{buyer.email}</a>
              </span>
            ) : (
              t("payments-admin.order.noBuyer")
            ),
          },
          {
            term: t("payments-admin.order.item"),
            details: t.count(`promotions.item.${order.placement}`, order.days),
          },
          {
            term: t("payments-admin.order.price"),
            details: (
              <>
                <Money bani={order.amount} />{" "}
                <span className="muted">
                  {t("payments-admin.order.withVat")} <Money bani={order.vatAmount} /> ({rate})
                </span>
              </>
            ),
          },
          order.fee !== null && {
            term: t("payments-admin.order.fee"),
            details: <Money bani={order.fee} />,
          },
          order.refundedAmount > order.disputeLoss && {
            term: t("payments-admin.order.refunded"),
            details: <Money bani={order.refundedAmount - order.disputeLoss} />,
          },
          order.disputeLoss > 0 && {
            term: t("payments-admin.money.figures.disputed"),
            details: <Money bani={order.disputeLoss} />,
          },
          {
            term: t("payments-admin.order.promotion"),
            details: promotion ? (
              <PromotionPeriod
                promotion={promotion}
                isVisible={listing?.isVisible === 1}
                isDeleted={promotion.stoppedTs !== null && promotion.stoppedTs === listing?.deletedTs}
                now={now}
              />
            ) : (
              t("payments-admin.order.noPromotion")
            ),
          },
          {
            term: t("payments-admin.order.start"),
            details: t(
              order.immediateStart
                ? "payments-admin.order.immediately"
                : "payments-admin.order.afterWithdrawal",
            ),
          },
          { term: t("payments-admin.order.created"), details: time(order.createdTs) },
          { term: t("payments-admin.order.processing"), details: time(order.processingTs) },
          { term: t("payments-admin.order.paid"), details: time(order.paidTs) },
          {
            term: t("payments-admin.order.closed"),
            details: order.paidTs === null ? time(order.closedTs) : null,
          },
          {
            term: t("payments-admin.order.withdrawnAt"),
            details:
              order.withdrawnTs === null ? null : (
                <WithdrawalTime ts={order.withdrawnTs} paidTs={order.paidTs} />
              ),
          },
          { term: t("payments-admin.order.session"), details: stripeId(order.checkoutSessionId) },
          order.paymentIntentId !== null && {
            term: t("payments-admin.order.intent"),
            details: (
              <a href={`${stripeUrl}/payments/${order.paymentIntentId}`}>{stripeId(order.paymentIntentId)}</a>
            ),
          },
          order.consentText !== "" && {
            term: t("payments-admin.order.consent"),
            details: (
              <details>
                <summary>
                  <Time ts={order.consentTs} clock />
                </summary>
                <p className="small pre-line">{order.consentText}</p>
              </details>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Start and end of an order's promotion, and its current state. */
function PromotionPeriod({
  promotion,
  isVisible,
  isDeleted,
  now,
}: {
  promotion: NonNullable<OrderDetails["promotion"]>;
  /** Whether visitors see the listing. */
  isVisible: boolean;
  /** Whether the promotion stopped because the listing was deleted. */
  isDeleted: boolean;
  now: number;
}) {
  const { t } = usePage();
  const { startsTs, endsTs, stoppedTs } = promotion;
  return (
    <div className="row">
      <span>
        <Time ts={startsTs} clock /> – <Time ts={endsTs} clock />
      </span>
      {stoppedTs !== null ? (
        <Badge tone="danger">
          {t(`payments-admin.promotion.${isDeleted ? "deleted" : "revoked"}`)}&nbsp;
          <Time ts={stoppedTs} />
        </Badge>
      ) : endsTs <= now ? (
        <Badge>{t("payments-admin.promotion.ended")}</Badge>
      ) : startsTs > now ? (
        <Badge tone="waiting">{t("payments-admin.promotion.scheduled")}</Badge>
      ) : isVisible ? (
        <Badge tone="positive">{t("payments-admin.promotion.running")}</Badge>
      ) : (
        <Badge tone="danger">{t("payments-admin.promotion.hidden")}</Badge>
      )}
    </div>
  );
}
