import type { PaymentOutcome } from "@/shared/codes";
import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { EventType, OutcomeBadge } from "./event-list";
import { EventMark, type EventMarkView } from "./event-mark";
import type { FoundEvent } from "./find-events";

/** One event from Stripe as received, its outcome, and a button to process it again. */
export function EventPage({
  event,
  mark,
  replayed,
  refused,
}: {
  event: FoundEvent;
  mark: EventMarkView;
  /** The outcome of processing it again just now. */
  replayed: PaymentOutcome | null;
  /** Why it could not be taken once more, in words. */
  refused: string | null;
}) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("admin.home.heading"), href: url(paths.admin()) },
          { label: t("payments-admin.events.heading"), href: url(paths.adminEvents()) },
        ]}
        current={event.id}
      />
      <header className="page-head">
        <h1 className="ledger-word">
          <EventType type={event.type} />
        </h1>
        <div className="page-head__actions">
          <OutcomeBadge outcome={event.outcome} />
        </div>
      </header>
      <div className="stack stack--loose">
        {refused ? (
          <Notice tone="danger" live>
            {refused}
          </Notice>
        ) : null}
        {replayed ? (
          <Notice tone={replayed === "applied" || replayed === "ignored" ? "success" : "warning"} live>
            {t("payments-admin.event.replayed", { outcome: t(`payments-admin.outcomes.${replayed}`) })}
          </Notice>
        ) : null}
        <section>
          <p>{t(`payments-admin.event.means.${event.outcome}`)}</p>
          <DescriptionList
            items={[
              { term: t("payments-admin.event.detail"), details: event.detail },
              {
                term: t("payments-admin.event.id"),
                details: <code className="ledger-code">{event.id}</code>,
              },
              {
                term: t("payments-admin.event.order"),
                details: event.orderId ? (
                  <a href={url(paths.adminOrders({ q: event.orderId }))}>{event.orderId}</a>
                ) : null,
              },
              { term: t("payments-admin.event.happened"), details: <Time ts={event.createdTs} clock /> },
              { term: t("payments-admin.event.received"), details: <Time ts={event.receivedTs} clock /> },
            ]}
          />
        </section>
        <EventMark event={event} mark={mark} />
        <section className="stack stack--tight">
          <ActionButton action={url(paths.replayEvent(event.id))} variant="secondary">
            {t("payments-admin.event.replay")}
          </ActionButton>
          <p className="small muted">{t("payments-admin.event.replayHelp")}</p>
        </section>
        {event.actions.length > 0 ? (
          <section>
            <h2>{t("payments-admin.event.history")}</h2>
            <DescriptionList
              items={event.actions.map((entry) => ({
                key: entry.id,
                term: <Time ts={entry.ts} clock />,
                details: <HistoryEntry entry={entry} />,
              }))}
            />
          </section>
        ) : null}
        <section>
          <h2>{t("payments-admin.event.payload")}</h2>
          <pre className="code-block small" translate="no">
            <code>{indented(event.payload)}</code>
          </pre>
        </section>
      </div>
    </div>
  );
}

function HistoryEntry({ entry: { action, actor, detail } }: { entry: FoundEvent["actions"][number] }) {
  const { t } = usePage();
  const key = `payments-admin.event.actions.${action.replace(/^event\./, "")}`;
  return (
    <>
      {t.has(key) ? t(key) : action}
      {actor ? ` · ${fullName(actor)}` : ""}
      {typeof detail.note === "string" && detail.note ? (
        <p className="small pre-line">{detail.note}</p>
      ) : null}
    </>
  );
}

/** JSON as people read it; what is none stays as it came. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
