import type { PaymentOutcome } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { EventType, isAlert, OutcomeBadge } from "./event-list";
import type { EventDetails } from "./event-queries";

/** The refused form that marks an event as seen. */
export type EventMarkView = { note: string; errors: FormErrors; refused: string | null };
export const EMPTY_EVENT_MARK: EventMarkView = { note: "", errors: {}, refused: null };

/** One event from Stripe as received, its outcome, and a button to process it again. */
export function PaymentEventPage({
  event,
  mark,
  replayed,
  refused,
}: {
  event: EventDetails;
  mark: EventMarkView;
  /** The outcome of processing it again just now. */
  replayed: PaymentOutcome | null;
  /** Message if processing it again was refused. */
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
        <h1 className="break-anywhere">
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
          <p>{t(`payments-admin.event.outcomes.${event.outcome}`)}</p>
          <DescriptionList
            items={[
              { term: t("payments-admin.event.detail"), details: event.detail },
              {
                term: t("payments-admin.event.id"),
                details: <code className="code-id">{event.id}</code>,
              },
              {
                term: t("payments-admin.event.order"),
                details: event.orderId ? (
                  <a href={url(paths.adminOrders({ q: event.orderId }))}>{event.orderId}</a>
                ) : null,
              },
              { term: t("payments-admin.event.created"), details: <Time ts={event.createdTs} clock /> },
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
            <code>{formatPayload(event.payload)}</code>
          </pre>
        </section>
      </div>
    </div>
  );
}

function HistoryEntry({ entry: { action, actor, detail } }: { entry: EventDetails["actions"][number] }) {
  const { t } = usePage();
  const key = `payments-admin.event.actions.${action.replace(/^event\./, "")}`;
  return (
    <>
      {t.has(key) ? t(key) : action}
      {actor ? ` · ${formatFullName(actor)}` : ""}
      {typeof detail.note === "string" && detail.note ? (
        <p className="small pre-line">{detail.note}</p>
      ) : null}
    </>
  );
}

/** Indented JSON; other text stays unchanged. */
function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** The form to mark an event as seen, or to undo that. Nothing for an event that needs no review. */
function EventMark({ event, mark }: { event: EventDetails; mark: EventMarkView }) {
  const { t, url } = usePage();
  if (!isAlert(event.outcome)) return null;
  if (event.seenTs !== null) {
    return (
      <section className="stack">
        <Notice>
          {t("payments-admin.event.seen.since")} <Time ts={event.seenTs} clock />
        </Notice>
        <ActionButton action={url(paths.markEvent(event.id, "unseen"))} variant="secondary">
          {t("payments-admin.event.seen.undo")}
        </ActionButton>
      </section>
    );
  }
  return (
    <form className="form panel" method="post" action={url(paths.markEvent(event.id, "seen"))} noValidate>
      <ErrorSummary
        errors={mark.errors}
        labels={{ note: t("payments-admin.event.seen.note") }}
        message={mark.refused}
      />
      <TextArea
        name="note"
        label={t("payments-admin.event.seen.note")}
        help={t("payments-admin.event.seen.noteHelp")}
        value={mark.note}
        error={mark.errors.note}
        maxLength={500}
        rows={2}
        optional
      />
      <input type="hidden" name="outcome" value={event.outcome} />
      <SubmitButton>{t("payments-admin.event.seen.submit")}</SubmitButton>
    </form>
  );
}
