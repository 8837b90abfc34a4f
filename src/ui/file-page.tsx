import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

/** Everything about one thing, with what can be done about it beside it. Without an `aside` there is nothing to do. */
export function FilePage({
  crumbs,
  current,
  heading,
  actions,
  aside,
  children,
}: {
  crumbs: readonly Crumb[];
  /** How the thing is called in the breadcrumbs. */
  current: string;
  heading: ReactNode;
  /** How the thing stands, and ways to other pages about it. */
  actions: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="container page">
      <Breadcrumbs crumbs={crumbs} current={current} />
      <header className="page-head">
        <h1>{heading}</h1>
        <div className="page-head__actions">{actions}</div>
      </header>
      <div className="with-aside">
        <div className="stack stack--loose">{children}</div>
        {aside ? <aside className="with-aside__aside stack">{aside}</aside> : null}
      </div>
    </div>
  );
}
