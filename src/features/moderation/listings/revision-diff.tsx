import type { Revision } from "@/features/listings";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { type DiffPart, diffWords } from "./diff-words";
import type { ModeratedListing } from "./find-moderated-listing";

/** The published text of a listing and its revision, side by side, with the differences marked. */
export function RevisionDiff({
  current,
  proposed,
}: {
  current: ModeratedListing["listing"];
  proposed: Revision;
}) {
  const { t } = usePage();
  const title = diffWords(current.title, proposed.title);
  const description = diffWords(current.description, proposed.description);
  return (
    <section className="stack">
      <h2>{t("moderation.listings.revision.heading")}</h2>
      <p className="muted">
        {t("moderation.listings.sent")} <Time ts={proposed.submittedTs} clock />
      </p>
      <div className="side-by-side">
        <RevisionText
          heading={t("moderation.listings.revision.current")}
          title={title.current}
          description={description.current}
          mark="del"
        />
        <RevisionText
          heading={t("moderation.listings.revision.proposed")}
          title={title.proposed}
          description={description.proposed}
          mark="ins"
        />
      </div>
    </section>
  );
}

type RevisionTextProps = { heading: string; title: DiffPart[]; description: DiffPart[]; mark: "del" | "ins" };

function RevisionText({ heading, title, description, mark }: RevisionTextProps) {
  return (
    <section className="panel stack stack--tight moderated-text">
      <h3>{heading}</h3>
      <p>
        <strong>
          <Parts parts={title} mark={mark} />
        </strong>
      </p>
      <p className="pre-line">
        <Parts parts={description} mark={mark} />
      </p>
    </section>
  );
}

function Parts({ parts, mark: Mark }: { parts: DiffPart[]; mark: "del" | "ins" }) {
  return parts.map(({ text, changed }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    changed ? <Mark key={index}>{text}</Mark> : text,
  );
}
