import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";

type AdminQueuePageProps = {
  /** The texts are in `admin.{name}`. */
  name: "queue" | "reports" | "reviews" | "mail";
  lead: string;
  /** The success message. */
  done: string | null;
  /** A notice instead of the success message. */
  notice?: ReactNode;
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
  name,
  lead,
  done,
  notice,
  previous,
  next,
  tabs,
  children,
}: AdminQueuePageProps) {
  const { t, url } = usePage();
  const heading = t(`admin.${name}.heading`);
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
        {done ? (
          <Notice tone="success" live>
            {done}
          </Notice>
        ) : null}
        {tabs}
        {children.length === 0 ? (
          <EmptyState title={t(`admin.${name}.empty`)}>{t(`admin.${name}.emptyText`)}</EmptyState>
        ) : (
          <ul className="entry-list">{children}</ul>
        )}
        <Pagination previous={previous && url(previous)} next={next && url(next)} />
      </div>
    </div>
  );
}
