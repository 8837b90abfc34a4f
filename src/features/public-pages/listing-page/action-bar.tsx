import type { ReactNode } from "react";
import { LinkButton } from "@/ui/button";

/**
 * A bar at the bottom of a phone's screen with the page's main action. Must be last in the main column; links to the
 * form in the next column. Hidden if both columns are visible.
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
