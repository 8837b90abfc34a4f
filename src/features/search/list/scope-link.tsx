import type { ReactNode } from "react";
import { usePage } from "@/ui/page-context";
import type { ScopeCount } from "../counts/list-scope-counts";

/** A link to a list, followed by its number of listings. */
export function ScopeLink({
  href,
  count,
  name,
  children,
}: {
  href: string;
  count: ScopeCount;
  /** For style sheets, which may show it elsewhere. */
  name?: string;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <a className="scope-link" href={href} data-name={name}>
      {children}
      <span className="scope-link__count">
        <span aria-hidden="true">{t.number(count.listings)}</span>
        <span className="visually-hidden">{t.count("general.counts.listings", count.listings)}</span>
      </span>
    </a>
  );
}
