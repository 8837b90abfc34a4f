import type { ReactNode } from "react";
import { LinkButton } from "./button";

/**
 * What one came to do, in reach of the thumb while one reads on a phone. Stands last in the page's main column, and
 * leads to the form in the column after it; not shown where both columns are in sight.
 */
export function ActionBar({
  href,
  label,
  children,
}: {
  href: string;
  label: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="action-bar">
      <div>{children}</div>
      <LinkButton href={href}>{label}</LinkButton>
    </div>
  );
}
