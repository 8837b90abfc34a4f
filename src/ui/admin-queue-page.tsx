import type { ReactNode } from "react";
import { AdminPage } from "./admin-page";
import { EmptyState } from "./empty-state";
import { usePage } from "./page-context";
import { Pagination } from "./pagination";

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
  /** What follows them. */
  further?: ReactNode;
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
  further,
}: AdminQueuePageProps) {
  const { url } = usePage();
  return (
    <AdminPage heading={heading} lead={lead}>
      <div className="stack stack--loose">
        {notice}
        {tabs}
        {children.length === 0 ? (
          <EmptyState title={empty}>{emptyText}</EmptyState>
        ) : (
          <ul className="entry-list">{children}</ul>
        )}
        {further}
        <Pagination previous={previous && url(previous)} next={next && url(next)} />
      </div>
    </AdminPage>
  );
}
