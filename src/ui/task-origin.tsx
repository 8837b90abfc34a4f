import { paths } from "@/shared/paths";
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

/** The link back to the task that led to the page; nothing without one. */
export function TaskLink() {
  const { t, url } = usePage();
  const { task, run } = useTaskOrigin();
  return task ? (
    <p>
      <a href={url(paths.taskPage(task, { run }))}>{t("admin.backToTask")}</a>
    </p>
  ) : null;
}
