import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";

type AdminQueuePageProps = {
  heading: string;
  lead: string;
  /** Title and text of an empty queue. */
  empty: string;
  emptyText: string;
  /** What was just done. */
  notice: ReactNode;
  /** Paths without locale of the neighboring pages. */
  previous: string | null;
  next: string | null;
  /** Links to the other lists. */
  tabs?: ReactNode;
  /** The entries; empty for an empty queue. */
  children: ReactNode[];
};

/** A page with a queue for admins. */
export function AdminQueuePage({
  heading,
  lead,
  empty,
  emptyText,
  notice,
  previous,
  next,
  tabs,
  children,
}: AdminQueuePageProps) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={heading}
      />
      <header className="page-head">
        <h1>{heading}</h1>
        <p className="page-head__lead">{lead}</p>
      </header>
      <div className="stack stack--loose">
        {notice}
        {tabs}
        {children.length === 0 ? (
          <EmptyState title={empty}>{emptyText}</EmptyState>
        ) : (
          <ul className="entry-list">{children}</ul>
        )}
        <Pagination previous={previous && url(previous)} next={next && url(next)} />
      </div>
    </div>
  );
}
