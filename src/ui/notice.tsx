import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeTone = "info" | "success" | "warning" | "danger";

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/**
 * A message of the page. `live` announces it to screen readers (status, or alert for danger), for the result of an
 * action. `takesFocus` opens the page at it, as at the errors of a form.
 */
export function Notice({
  tone = "info",
  title,
  live,
  takesFocus = false,
  children,
}: {
  tone?: NoticeTone;
  title?: ReactNode;
  live?: boolean;
  takesFocus?: boolean;
  children?: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div
      className={`notice notice--${tone}`}
      role={live ? (tone === "danger" ? "alert" : "status") : undefined}
      {...(takesFocus ? { tabIndex: -1, autoFocus: true } : {})}
    >
      <Icon className="notice__icon" size={20} aria-hidden="true" />
      <div className="notice__body">
        {title ? <p className="notice__title">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
