import { usePage } from "@/ui/page-context";

/** How many tasks are open, on the pages of a run through all tasks. */
export function TasksLeft() {
  const { t, adminMenu } = usePage();
  const left = adminMenu?.counts.run;
  if (!left) return null;
  // As formatted for the menu, such as "1,234" or "99+".
  const n = Number(left.replace(/\D/g, ""));
  return <p className="small muted">{t.count("moderation.frame.tasksLeft", n, { n: left })}</p>;
}
