import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { DecisionKeys } from "./decision-keys";
import { type Undo, UndoForm } from "./decision-notice";

/**
 * What was done on a page outside of the queues, with its undo, and the way on in a run through all tasks. `run` is the
 * position of the task that led to the page; empty outside of a run.
 */
export function DoneNotice({
  run,
  undo = null,
  action = null,
  children,
}: {
  run: string;
  undo?: Undo | null;
  /** What is left to do, as a form. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  const keys = [
    ...(run ? [{ key: "N", text: t("moderation.frame.keys.next") }] : []),
    ...(undo ? [{ key: "U", text: t("moderation.frame.keys.undo") }] : []),
  ];
  return (
    <Enhanced name="decision-keys" immediate>
      <Notice tone="success" live>
        <p>{children}</p>
        {action}
        {undo ? <UndoForm undo={undo} run={run} /> : null}
        {run ? (
          <LinkButton href={url(paths.nextTask({ after: run }))} size="small" accessKey="n">
            {t("users.user.nextTask")}
          </LinkButton>
        ) : null}
      </Notice>
      {keys.length > 0 ? (
        <div className="row">
          <DecisionKeys keys={keys} />
        </div>
      ) : null}
    </Enhanced>
  );
}
