import type { ReactNode } from "react";

/** A page that says one thing or asks for one: a heading, a few lines, the way on. */
export function ShortPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{heading}</h1>
        {children}
      </div>
    </div>
  );
}
