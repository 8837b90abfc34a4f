import type { ProposedWords } from "@/features/listings";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListingReview } from "./queries";

type Text = { title: string; description: string };

/** What readers see of a listing, and the new words that its owner proposes, side by side. */
export function BothTexts({ known, proposed }: { known: ListingReview["listing"]; proposed: ProposedWords }) {
  const { t } = usePage();
  return (
    <section className="stack">
      <h2>{t("admin.review.words.heading")}</h2>
      <p className="muted">
        {t("admin.review.sent")} <Time ts={proposed.submittedTs} clock />
      </p>
      <div className="side-by-side">
        <OneText heading={t("admin.review.words.known")} text={known} />
        <OneText heading={t("admin.review.words.proposed")} text={proposed} />
      </div>
    </section>
  );
}

function OneText({ heading, text }: { heading: string; text: Text }) {
  return (
    <section className="panel stack stack--tight">
      <h3>{heading}</h3>
      <p>
        <strong>{text.title}</strong>
      </p>
      <p className="pre-line">{text.description}</p>
    </section>
  );
}
