import { formatAuditAction } from "@/shared/format-audit-action";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import {
  findAuditSubjectPath,
  findDocumentTitle,
  formatAuditDetails,
  splitAuditSubject,
} from "./audit-actions";
import type { AuditEvent } from "./list-audit-events";

type Subjects = {
  /** The subject of the page; its events don't repeat it. */
  about?: string;
  /** See `listSubjectTitles`. */
  titles?: ReadonlyMap<string, string>;
};

/** A list of audit events, each as a sentence: what was done, to what, by whom. */
export function AuditLog({ events, ...subjects }: { events: readonly AuditEvent[] } & Subjects) {
  return (
    <ul className="entry-list">
      {events.map((event) => (
        <AuditEntry key={event.id} event={event} {...subjects} />
      ))}
    </ul>
  );
}

function AuditEntry({ event, about, titles }: { event: AuditEvent } & Subjects) {
  const { t, url } = usePage();
  const details = formatAuditDetails(t, event);
  return (
    <li className="entry">
      <div className="entry__main entry__main--pairs">
        <p>
          <strong>{formatAuditAction(t, event.action)}</strong>
          {event.subject === about || event.subject === ERASED ? null : (
            <>
              {": "}
              <Subject event={event} title={titles?.get(event.subject)} />
            </>
          )}
          {event.subject === ERASED || event.subject === `user:${event.actorId}` ? null : (
            <>
              {", "}
              <Actor event={event} />
            </>
          )}
        </p>
        {details ? <p className="entry__meta pre-line break-anywhere">{details}</p> : null}
      </div>
      <div className="entry__side">
        <a className="small" href={url(paths.adminAudit({ subject: event.subject }))}>
          <Time ts={event.ts} clock />
        </a>
      </div>
    </li>
  );
}

/** What persons do by a mailed link, without an account. */
const BY_LINK: readonly string[] = [
  "invitation.refused",
  "enquiry.review_declined",
  "enquiry.parent_copies_stopped",
  "enquiry.parent_copies_resumed",
  "user.email_change_refused",
];

function Actor({ event: { action, actor, actorId } }: { event: AuditEvent }) {
  const { t } = usePage();
  if (!actor)
    return t(
      actorId
        ? "users.audit.deletedUser"
        : BY_LINK.includes(action)
          ? "users.audit.byLink"
          : "users.audit.system",
    );
  return (
    <>
      {t("users.audit.by")} <UserLink user={actor} />
    </>
  );
}

/** Kinds whose actions have labels that don't name the kind. */
const NAMED_KINDS = ["listing", "order"];

/** The subject of the erasure of an account, which names neither the account nor an actor. */
const ERASED = "user:erased";

/** The title of the subject; without one, its kind and its id. */
function Subject({ event, title }: { event: AuditEvent; title: string | undefined }) {
  const { t, url } = usePage();
  const path = findAuditSubjectPath(event);
  const { kind, id } = splitAuditSubject(event.subject);
  const name = t.has(`users.kinds.${kind}`) ? t(`users.kinds.${kind}`) : "";
  const named = kind === "document" ? findDocumentTitle(t, id) : title;
  const quoted = named && (kind === "user" ? named : t("users.audit.quoted", { title: named }));
  const label = `${quoted && !NAMED_KINDS.includes(kind) ? "" : name} ${quoted || id}`.trim();
  return path ? (
    <a className="break-anywhere" href={url(path)}>
      {label}
    </a>
  ) : (
    <span className="break-anywhere">{label}</span>
  );
}
