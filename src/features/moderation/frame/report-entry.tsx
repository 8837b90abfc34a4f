import type { ReactNode } from "react";
import type { ListingReportOutcome } from "@/shared/codes";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";

/** A report for an admin. */
export function ReportEntry({
  reason,
  text,
  createdTs,
  outcome,
  reporter,
  isAutomatic = false,
  children,
}: {
  /** The name of the reason. */
  reason: string;
  text: string;
  createdTs: number;
  /** Null while it is open. */
  outcome: ListingReportOutcome | null;
  /** Null for visitors and erased users. */
  reporter: { id: string; firstName: string; lastName: string; email?: string } | null;
  /** Whether the site reports a text that it refused. */
  isAutomatic?: boolean;
  /** What followed. */
  children?: ReactNode;
}) {
  const { t } = usePage();
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{reason}</p>
        {text ? <p className="pre-line">{text}</p> : null}
        <p className="entry__meta">
          {reporter ? (
            <>
              <UserLink user={reporter} />
              {reporter.email ? ` (${reporter.email})` : ""}
            </>
          ) : (
            t(`moderation.frame.${isAutomatic ? "site" : "visitor"}`)
          )}
        </p>
        {children}
      </div>
      <div className="entry__side">
        <span className="small muted">
          <Time ts={createdTs} clock />
        </span>
        <span className="small">{t(`moderation.frame.outcomes.${outcome ?? "open"}`)}</span>
      </div>
    </li>
  );
}
