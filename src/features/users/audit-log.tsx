import { formatFullName } from "@/shared/format";
import { formatAuditAction } from "@/shared/format-audit-action";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { findAuditSubjectPath, formatAuditDetails } from "./audit-actions";
import type { AuditEvent } from "./list-audit-events";

/** A list of audit events. `about` is the subject of the page; its events don't repeat it. */
export function AuditLog({ events, about }: { events: readonly AuditEvent[]; about?: string }) {
  return (
    <ul className="entry-list">
      {events.map((event) => (
        <AuditEntry key={event.id} event={event} about={about} />
      ))}
    </ul>
  );
}

function AuditEntry({ event, about }: { event: AuditEvent; about: string | undefined }) {
  const { t, url } = usePage();
  const details = formatAuditDetails(t, event);
  return (
    <li className="entry">
      <div className="entry__main entry__main--pairs">
        <p>
          <strong>{formatAuditAction(t, event.action)}</strong>
        </p>
        <p className="entry__meta">
          <Actor event={event} />
          {event.subject === about ? null : (
            <>
              {" · "}
              <Subject subject={event.subject} />
            </>
          )}
        </p>
        {details ? <p className="small pre-line break-anywhere">{details}</p> : null}
      </div>
      <div className="entry__side">
        <a className="small" href={url(paths.adminAudit({ subject: event.subject }))}>
          <Time ts={event.ts} clock />
        </a>
      </div>
    </li>
  );
}

function Actor({ event: { actor, actorId } }: { event: AuditEvent }) {
  const { t, url } = usePage();
  if (!actor) return t(actorId ? "users.audit.deletedUser" : "users.audit.system");
  return <a href={url(paths.adminUser(actor.id))}>{formatFullName(actor) || t("users.user.unnamed")}</a>;
}

function Subject({ subject }: { subject: string }) {
  const { t, url } = usePage();
  const path = findAuditSubjectPath(subject);
  const kind = `users.kinds.${subject.slice(0, subject.indexOf(":"))}`;
  const label = `${t.has(kind) ? t(kind) : ""} ${subject.slice(subject.indexOf(":") + 1)}`.trim();
  return path ? (
    <a className="break-anywhere" href={url(path)}>
      {label}
    </a>
  ) : (
    <span className="break-anywhere">{label}</span>
  );
}
