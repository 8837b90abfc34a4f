import type { ReactNode } from "react";

type SitePageProps = {
  heading: ReactNode;
  lead?: ReactNode;
  breadcrumbs?: ReactNode;
  narrow?: boolean;
  children?: ReactNode;
};

/** A page of the site: breadcrumbs, heading and lead, then its content. */
export const SitePage = ({ heading, lead, breadcrumbs, narrow, children }: SitePageProps) => (
  <div className={narrow ? "container container--narrow page" : "container page"}>
    {breadcrumbs}
    <header className="page-head">
      <h1>{heading}</h1>
      {lead ? <p className="page-head__lead">{lead}</p> : null}
    </header>
    {children}
  </div>
);
