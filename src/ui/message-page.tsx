import type { ReactNode } from "react";

/** A page with one message or question: a heading, a few lines, a link. */
export function MessagePage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{heading}</h1>
        {children}
      </div>
    </div>
  );
}
