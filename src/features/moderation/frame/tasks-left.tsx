import { usePage } from "@/ui/page-context";

/** How many tasks are open, on the pages of a run through all tasks. */
export function TasksLeft() {
  const { t, adminMenu } = usePage();
  const left = adminMenu?.counts.run;
  return left ? (
    <p className="small muted">
      {t.count("moderation.frame.tasksLeft", Number.parseInt(left, 10), { n: left })}
    </p>
  ) : null;
}
