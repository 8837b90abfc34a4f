import { Fragment } from "react";
import { PAYMENT_ALERTS, type PaymentOutcome } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { EventsPageResult } from "./event-queries";

const TONES: Record<PaymentOutcome, BadgeTone> = {
  applied: "positive",
  ignored: "neutral",
  alert: "warning",
  mismatch: "danger",
  unknown_order: "warning",
  failed: "danger",
};

export function OutcomeBadge({ outcome }: { outcome: PaymentOutcome }) {
  const { t } = usePage();
  return <Badge tone={TONES[outcome]}>{t(`payments-admin.outcomes.${outcome}`)}</Badge>;
}

/** An event type such as "charge.dispute.created", which may break after dots and underscores. */
export function EventType({ type }: { type: string }) {
  return (
    <span translate="no">
      {[...type.matchAll(/[^._]+[._]?/g)].map(({ index, 0: part }) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

type ListedEvent = Omit<EventsPageResult["events"][number], "rowNumber">;

/** Events with their outcomes. `ofOrder`: on the page of their order, so without links to it. */
export function EventList({ events, ofOrder }: { events: readonly ListedEvent[]; ofOrder?: boolean }) {
  const { t, url } = usePage();
  return (
    <ul className="entry-list">
      {events.map((event) => (
        <li key={event.id} className="entry">
          <div className="entry__main">
            <p className="entry__title break-anywhere">
              <a href={url(paths.adminEvent(event.id))}>
                <EventType type={event.type} />
                <span className="visually-hidden">, {event.id}</span>
              </a>
            </p>
            {event.detail ? <p className="entry__meta break-anywhere">{event.detail}</p> : null}
            <p className="entry__meta">
              <Time ts={event.receivedTs} clock />
              {ofOrder || event.orderId === null ? null : (
                <>
                  {" · "}
                  <a href={url(paths.adminOrder(event.orderId))}>
                    {t("payments-admin.order.short", { id: event.orderId })}
                  </a>
                </>
              )}
            </p>
          </div>
          <div className="entry__side">
            <OutcomeBadge outcome={event.outcome} />
            {event.seenTs === null || !isAlert(event.outcome) ? null : (
              <Badge tone="positive">{t("payments-admin.event.seen.badge")}</Badge>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Whether the outcome of an event needs an admin's attention. */
export const isAlert = (outcome: PaymentOutcome): boolean =>
  PAYMENT_ALERTS.some((alert) => alert === outcome);
