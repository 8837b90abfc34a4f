import { paths } from "@/shared/paths";
import { Enhanced } from "./enhanced";
import { usePage } from "./page-context";

/** The task that led to a page of the admin area. Addresses of pages and of their forms have it in their query. */
export type TaskOrigin = {
  /** The key of its row in the follow-up list; empty without one. */
  task: string;
  /** Its position in a run through all tasks; empty outside of one. */
  run: string;
};

/** The task that led to the page. */
export function useTaskOrigin(): TaskOrigin {
  const [, query = ""] = usePage().currentPath.split("?");
  const params = new URLSearchParams(query);
  return { task: params.get("task") ?? "", run: params.get("run") ?? "" };
}

/**
 * The link back to the task that led to the page, and in a run to the next one, unless a notice has that; nothing without
 * a task.
 */
export function TaskLink() {
  const { t, url, currentPath } = usePage();
  const { task, run } = useTaskOrigin();
  if (!task) return null;
  return (
    <Enhanced name="decision-keys" immediate>
      <p>
        <a href={url(paths.taskPage(task, { run }))}>{t("admin.backToTask")}</a>
        {run && !/[?&]done=/.test(currentPath) ? (
          <>
            {" · "}
            {/* biome-ignore lint/a11y/noAccessKey: also a single key of client/enhance/decision-keys */}
            <a href={url(paths.nextTask({ after: run }))} accessKey="n">
              {t("moderation.frame.next")}
            </a>
          </>
        ) : null}
      </p>
    </Enhanced>
  );
}
