import type { ReactNode } from "react";

/** An empty list or missing page, with the next step: `action` is a LinkButton or a form. */
export function EmptyState({
  title,
  children,
  action,
  headingLevel = 2,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 2 | 3;
}) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <div className="empty-state">
      <svg className="empty-state__motif" viewBox="0 0 96 64" aria-hidden="true" focusable="false">
        <path d="M8 52h80M14 52V40h68v12M22 40v-6h24v6M30 34v-4h24v4" />
        <path d="M62 40c0-8 4-14 12-16-1 9-5 14-12 16Z" />
      </svg>
      {title ? <Heading>{title}</Heading> : null}
      {children ? <div className="empty-state__text">{children}</div> : null}
      {action ? <div className="empty-state__action">{action}</div> : null}
    </div>
  );
}
