import type { ReactNode } from "react";
import { usePage } from "./page-context";

export type MemoisedMarkupProps = {
  deps: readonly [part: string, ...values: unknown[]];
  /** By default, the wrapper takes no part in the layout. */
  className?: string;
  /** Called only if the markup is not memoised yet. */
  children: () => ReactNode;
};

/**
 * Part of a page whose markup depends only on the locale and on `deps`. The worker renders it once and then reuses the
 * markup; the browser renders it as usual. The part must not read the visitor or the page's address, and must not hold
 * an image with eager loading. `deps` begins with the part's name.
 */
export function MemoisedMarkup({ deps, className = "memoised", children }: MemoisedMarkupProps) {
  const { memoise } = usePage();
  if (!memoise) return <div className={className}>{children()}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React rendered itself
  return <div className={className} dangerouslySetInnerHTML={{ __html: memoise(deps, children) }} />;
}
