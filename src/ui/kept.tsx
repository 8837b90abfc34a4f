import type { ReactNode } from "react";
import { usePage } from "./page-context";

/**
 * A part whose markup depends on nothing but the page's language and what `by` says: rendered once and then put in as it
 * is, where the page keeps markup (on the worker). The part may not ask who is there, nor where the page is, and shows no
 * picture that is loaded at once. `by` begins with the part's name.
 */
export function Kept({
  by,
  children,
}: {
  by: readonly [part: string, ...facts: unknown[]];
  children: ReactNode;
}) {
  const { keepMarkup } = usePage();
  if (!keepMarkup) return <div className="kept">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React rendered itself
  return <div className="kept" dangerouslySetInnerHTML={{ __html: keepMarkup(by, children) }} />;
}
