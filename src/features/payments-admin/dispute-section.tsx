import { toDisputeReasonKey, WithdrawalTime } from "@/features/promotions";
import { getEventCount } from "@/shared/event-counts";
import { formatDays } from "@/shared/format";
import { Badge, type BadgeTone } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { OrderDetails } from "./order-details";

type Dispute = OrderDetails["disputes"][number];

/** What an admin does about a dispute, by its status at Stripe: a key of `payments-admin.dispute.states`. */
function getDisputeState({ status, closedTs }: Dispute): { name: string; tone: BadgeTone } {
  if (status === "lost") return { name: "lost", tone: "danger" };
  if (closedTs !== null) return { name: "closed", tone: "positive" };
  return status.endsWith("needs_response")
    ? { name: "open", tone: "danger" }
    : { name: "waiting", tone: "waiting" };
}

/** The disputes of an order, with the deadline and what the site can prove; nothing without a dispute. */
export function DisputeSection({ details }: { details: OrderDetails }) {
  const { t } = usePage();
  const { disputes, stripeUrl } = details;
  if (disputes.length === 0) return null;
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.dispute.heading")}</h2>
      {disputes.map((dispute) => {
        const { name, tone } = getDisputeState(dispute);
        return (
          <DescriptionList
            key={dispute.id}
            items={[
              {
                term: t("payments-admin.orders.state"),
                details: <Badge tone={tone}>{t(`payments-admin.dispute.states.${name}`)}</Badge>,
              },
              name === "open" &&
                dispute.dueTs !== null && {
                  term: t("payments-admin.dispute.due"),
                  details: (
                    <strong>
                      <Time ts={dispute.dueTs} clock />
                    </strong>
                  ),
                },
              { term: t("payments-admin.dispute.reason"), details: t(toDisputeReasonKey(t, dispute.reason)) },
              { term: t("payments-admin.dispute.amount"), details: <Money bani={dispute.amount} /> },
              { term: t("payments-admin.dispute.created"), details: <Time ts={dispute.createdTs} clock /> },
              {
                term: t("payments-admin.dispute.reply"),
                details: (
                  <a href={`${stripeUrl}/disputes/${dispute.id}`}>{t("payments-admin.dispute.openStripe")}</a>
                ),
              },
            ]}
          />
        );
      })}
      <Evidence details={details} />
    </section>
  );
}

/** What the site stores about the purchase, to copy into the answer at Stripe. */
function Evidence({ details: { order, promotion, performance, mails } }: { details: OrderDetails }) {
  const { t, locale } = usePage();
  const term = (name: string) => t(`payments-admin.dispute.evidence.${name}`);
  const counted = (kind: "promoted_impression" | "view") =>
    performance ? t.number(getEventCount(performance.counts, kind)) : null;
  return (
    <>
      <h3>{term("heading")}</h3>
      <DescriptionList
        items={[
          order.consentText !== "" && {
            term: term("consent"),
            details: (
              <>
                <Time ts={order.consentTs} clock />
                <p className="small pre-line">{order.consentText}</p>
              </>
            ),
          },
          promotion && {
            term: term("promotion"),
            details: (
              <>
                <Time ts={promotion.startsTs} clock /> –{" "}
                <Time ts={Math.min(promotion.endsTs, promotion.stoppedTs ?? promotion.endsTs)} clock />
              </>
            ),
          },
          performance && {
            term: term("days"),
            details: formatDays(performance.period.from, performance.period.to, locale),
          },
          { term: term("impressions"), details: counted("promoted_impression") },
          { term: term("views"), details: counted("view") },
          {
            term: term("withdrawal"),
            details:
              order.withdrawnTs === null ? (
                term("notWithdrawn")
              ) : (
                <>
                  {term("withdrawn")} <WithdrawalTime ts={order.withdrawnTs} paidTs={order.paidTs} />
                </>
              ),
          },
          mails.length > 0 && {
            term: term("mails"),
            details: (
              <ul>
                {mails.map(({ id, subject, sentTs }) => (
                  <li key={id}>
                    {subject} · {sentTs === null ? term("unsent") : <Time ts={sentTs} clock />}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  );
}
