import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";
import { usePage } from "./page-context";
import { TaskLink } from "./task-origin";

type AdminPageProps = {
  heading: string;
  /** The page's name in the breadcrumbs, if it is not the heading. */
  current?: string;
  /** The list that leads to the page. */
  parent?: Crumb;
  lead?: ReactNode;
  /** State of the object, and links to related pages. */
  actions?: ReactNode;
  narrow?: boolean;
  /** A column next to the content. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A page of the admin area. */
export function AdminPage({
  heading,
  current = heading,
  parent,
  lead,
  actions,
  narrow,
  aside,
  children,
}: AdminPageProps) {
  const { t, url } = usePage();
  const home = { label: t("admin.home.heading"), href: url(paths.admin()) };
  return (
    <div className={narrow ? "container container--narrow page" : "container page"}>
      <Breadcrumbs
        crumbs={parent ? [home, { ...parent, href: url(parent.href) }] : [home]}
        current={current}
      />
      <header className="page-head">
        <h1 className="break-anywhere">{heading}</h1>
        {lead ? <p className="page-head__lead">{lead}</p> : null}
        <TasksLeft />
        <TaskLink />
        {actions ? <div className="page-head__actions">{actions}</div> : null}
      </header>
      {aside ? (
        <div className="with-aside">
          <div className="stack stack--loose">{children}</div>
          <aside className="with-aside__aside stack">{aside}</aside>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** How many tasks are open, on the pages of a run through all tasks. */
function TasksLeft() {
  const { t, adminMenu } = usePage();
  const { run, runListings } = adminMenu?.counts ?? {};
  // As formatted for the menu, such as "1,234" or "99+".
  const count = (key: string, left: string | undefined) =>
    left ? t.count(`admin.${key}`, Number(left.replace(/\D/g, "")), { n: left }) : "";
  const left = [count("tasksLeft", run), count("listingsLeft", runListings)].filter(Boolean);
  return left.length > 0 ? (
    <p>
      <strong>{left.join(", ")}</strong>
    </p>
  ) : null;
}
