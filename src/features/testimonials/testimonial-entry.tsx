import { APPROVE_KEY, QueueEntry } from "@/features/moderation";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { StateBadge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { TestimonialRow } from "./testimonials-kind";

/** A testimonial for an admin, with its decisions. */
export function TestimonialEntry({ row }: { row: TestimonialRow }) {
  const { t } = usePage();
  const { state } = row;
  const author = [[row.name, row.role].filter(Boolean).join(", "), row.email];
  return (
    <QueueEntry
      row={row}
      meta={
        <>
          {[...author, t(`testimonials.admin.languages.${row.locale}`)].join(" · ")}
          {row.decidedTs === null ? null : (
            <>
              {` · ${t("testimonials.admin.decided")} `}
              <Time ts={row.decidedTs} clock />
            </>
          )}
        </>
      }
      side={<StateBadge kind="testimonial" state={state} />}
      since={t("testimonials.admin.sent")}
      actions={
        <div className="row">
          {state === "published" ? null : (
            <TestimonialDecisionButton row={row} action="publish" label="publish" />
          )}
          {state === "rejected" ? null : (
            <TestimonialDecisionButton
              row={row}
              action="reject"
              label={state === "published" ? "unpublish" : "reject"}
            />
          )}
        </div>
      }
    >
      <p className="pre-line" lang={row.locale}>
        {row.text}
      </p>
    </QueueEntry>
  );
}

export const REJECT_TESTIMONIAL = "reject-testimonial";
/** The rejection has no reason to choose, so that the key of rejections goes to its button. */
const REJECT_BUTTON = { id: REJECT_TESTIMONIAL, name: "decision", value: "reject" };

/** Publishes or rejects a testimonial. */
export function TestimonialDecisionButton({
  row: { id, name, state },
  action,
  label,
  run,
}: {
  row: Pick<TestimonialRow, "id" | "name" | "state">;
  action: "publish" | "reject";
  label: "publish" | "reject" | "unpublish";
  /** On the page of a task: its position in a run through all tasks, where the next task follows; empty outside of one. */
  run?: string;
}) {
  const { t, url } = usePage();
  const text = t(`testimonials.admin.${label}`);
  return (
    <ActionButton
      action={url(withQuery(paths.adminTestimonialAction(id, action), { run }))}
      fields={{ queue: state }}
      {...(run === undefined ? {} : action === "publish" ? { accessKey: APPROVE_KEY } : REJECT_BUTTON)}
      variant={action === "publish" ? "primary" : "secondary"}
      size="small"
    >
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{t("testimonials.admin.decisionFor", { action: text, name })}</span>
    </ActionButton>
  );
}
