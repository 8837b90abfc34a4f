import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import { DecisionKeys } from "./decision-keys";
import { MailDelay, type Undo, UndoForm } from "./decision-notice";

/**
 * What was done on a page outside of the queues, with its undo, and the way on in a run through all tasks; after an undo
 * back to the task that led to the page.
 */
export function DoneNotice({
  undo = null,
  isUndone = false,
  action = null,
  children,
}: {
  undo?: Undo | null;
  isUndone?: boolean;
  /** What is left to do, as a form. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  const { task, run } = useTaskOrigin();
  const isBack = isUndone && task !== "";
  const keys = [
    ...(isBack ? [{ key: "N", text: t("admin.backToTask") }] : []),
    ...(run && !isBack ? [{ key: "N", text: t("moderation.frame.keys.next") }] : []),
    ...(undo ? [{ key: "U", text: t("moderation.frame.keys.undo") }] : []),
  ];
  return (
    <Enhanced name="decision-keys" immediate>
      <Notice tone="success" live>
        <p>{children}</p>
        <MailDelay />
        {undo ? <UndoForm undo={undo} task={task} run={run} /> : null}
        {action || run || isBack ? (
          <div className="row">
            {action}
            {run || isBack ? (
              <LinkButton
                href={url(isBack ? paths.taskPage(task, { run }) : paths.nextTask({ after: run }))}
                size="small"
                accessKey="n"
              >
                {t(isBack ? "admin.backToTask" : "users.user.nextTask")}
              </LinkButton>
            ) : null}
          </div>
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
