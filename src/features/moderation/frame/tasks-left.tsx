import { usePage } from "@/ui/page-context";

/** How many tasks are open, on the pages of a run through all tasks. */
export function TasksLeft() {
  const { t, adminMenu } = usePage();
  const { run, runListings } = adminMenu?.counts ?? {};
  // As formatted for the menu, such as "1,234" or "99+".
  const count = (key: string, left: string | undefined) =>
    left ? t.count(`moderation.frame.${key}`, Number(left.replace(/\D/g, "")), { n: left }) : "";
  const left = [count("tasksLeft", run), count("listingsLeft", runListings)].filter(Boolean);
  return left.length > 0 ? <p className="small muted">{left.join(", ")}</p> : null;
}
