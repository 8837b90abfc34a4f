import type { Revision } from "@/features/listings";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListingReview } from "./find-review";
import { type DiffPart, diffWords } from "./word-diff";

/** The published text of a listing and its revision, side by side, with the differences marked. */
export function RevisionDiff({ known, proposed }: { known: ListingReview["listing"]; proposed: Revision }) {
  const { t } = usePage();
  const title = diffWords(known.title, proposed.title);
  const description = diffWords(known.description, proposed.description);
  return (
    <section className="stack">
      <h2>{t("admin.review.revision.heading")}</h2>
      <p className="muted">
        {t("admin.review.sent")} <Time ts={proposed.submittedTs} clock />
      </p>
      <div className="side-by-side">
        <RevisionText
          heading={t("admin.review.revision.known")}
          title={title.known}
          description={description.known}
          mark="del"
        />
        <RevisionText
          heading={t("admin.review.revision.proposed")}
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
    <section className="panel stack stack--tight review-text">
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
  return parts.map(({ text, changed }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    changed ? <Mark key={place}>{text}</Mark> : text,
  );
}
