import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { FoundEvent } from "./find-events";
import { isAlert } from "./is-alert";

/** What was sent to mark an event as seen and not done. */
export type EventMarkView = { note: string; errors: FormErrors; refused: string | null };
export const EMPTY_EVENT_MARK: EventMarkView = { note: "", errors: {}, refused: null };

/** Says that an event which needs a look was seen, or takes that back; nothing for any other event. */
export function EventMark({ event, mark }: { event: FoundEvent; mark: EventMarkView }) {
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
