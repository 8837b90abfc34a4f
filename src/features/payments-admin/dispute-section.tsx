import { toDisputeReasonKey } from "@/features/promotions";
import { Badge, type BadgeTone } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { ShareFields } from "@/ui/share-fields";
import { Time } from "@/ui/time";
import { formatEvidence } from "./format-evidence";
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

/** The disputes of an order and, until all are decided, what the site can prove; nothing without a dispute. */
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
              dispute.fee !== 0 && {
                term: t("payments-admin.order.fee"),
                details:
                  dispute.fee === null ? t("payments-admin.money.unknown") : <Money bani={dispute.fee} />,
              },
              { term: t("payments-admin.dispute.created"), details: <Time ts={dispute.createdTs} clock /> },
              {
                term: "Stripe",
                details: (
                  <a href={`${stripeUrl}/disputes/${dispute.id}`}>{t("payments-admin.openAtStripe")}</a>
                ),
              },
            ]}
          />
        );
      })}
      {disputes.some(({ closedTs }) => closedTs === null) ? (
        <>
          <h3>{t("payments-admin.dispute.evidence.heading")}</h3>
          <ShareFields
            label={t("payments-admin.dispute.evidence.label")}
            href={formatEvidence(t, details)}
            rows={14}
          />
        </>
      ) : null}
    </section>
  );
}
