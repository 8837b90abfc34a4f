import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { DeedRow } from "./deed-columns";
import { deedDetails, deedWords, subjectPath } from "./deed-words";

/** Rows of the audit log in words. `about` is the subject that the page is about: there it need not be said. */
export function DeedList({ deeds, about }: { deeds: readonly DeedRow[]; about?: string }) {
  return (
    <ul className="entry-list">
      {deeds.map((deed) => (
        <Deed key={deed.id} deed={deed} about={about} />
      ))}
    </ul>
  );
}

function Deed({ deed, about }: { deed: DeedRow; about: string | undefined }) {
  const { t, url } = usePage();
  const details = deedDetails(t, deed);
  return (
    <li className="entry">
      <div className="entry__main">
        <p>
          <strong>{deedWords(t, deed.action)}</strong>
        </p>
        {details ? <p className="small pre-line ledger-word">{details}</p> : null}
        <p className="entry__meta">
          <Actor deed={deed} />
          {deed.subject === about ? null : (
            <>
              {" · "}
              <Subject subject={deed.subject} />
            </>
          )}
        </p>
      </div>
      <div className="entry__side">
        <a className="small" href={url(paths.adminAudit({ subject: deed.subject }))}>
          <Time ts={deed.ts} clock />
        </a>
      </div>
    </li>
  );
}

function Actor({ deed: { actor, actorId } }: { deed: DeedRow }) {
  const { t, url } = usePage();
  if (!actor) return t(actorId ? "people.audit.gone" : "people.audit.site");
  return <a href={url(paths.adminUser(actor.id))}>{fullName(actor) || t("people.user.unnamed")}</a>;
}

function Subject({ subject }: { subject: string }) {
  const { t, url } = usePage();
  const path = subjectPath(subject);
  const kind = `people.kinds.${subject.slice(0, subject.indexOf(":"))}`;
  const words = `${t.has(kind) ? t(kind) : ""} ${subject.slice(subject.indexOf(":") + 1)}`.trim();
  return path ? (
    <a className="ledger-word" href={url(path)}>
      {words}
    </a>
  ) : (
    <span className="ledger-word">{words}</span>
  );
}
