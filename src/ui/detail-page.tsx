import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

/** A page about one object, with its actions in the `aside`. */
export function DetailPage({
  crumbs,
  current,
  heading,
  actions,
  aside,
  children,
}: {
  crumbs: readonly Crumb[];
  /** The object's name in the breadcrumbs. */
  current: string;
  heading: ReactNode;
  /** The object's state, and links to related pages. */
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
