import type { ListingCardRow } from "@/features/listings";
import { type County, countyName } from "@/shared/codes";
import { paths, type Query } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import type { LearnerValues } from "./learner-values";

export type SimilarTeachersProps = {
  /** Listings of other teachers, with checkboxes. */
  cards: readonly ListingCardRow[];
  /** The county that all are in; null if they are online. */
  county: County | null;
  /** ms, `ctx.now`. */
  now: number;
  /** The search of more teachers (`toLearnerSearch`). */
  search: Query;
  /** The fields of what was sent, for the form to write to more teachers. Accounts need no name and address. */
  sent: LearnerValues & { message: string; name?: string; email?: string; adult?: "1" };
};

const FORM_ID = "write-to-more";

/** After sending: similar teachers, and the way to write the same message to them or to search for more. */
export function SimilarTeachers({ cards, county, now, search, sent }: SimilarTeachersProps) {
  const { t, url } = usePage();
  const link = (
    <LinkButton
      href={url(paths.listings({ ...search, select: true }))}
      variant={cards.length === 0 ? "secondary" : "quiet"}
    >
      {t("enquiries.several.toList")}
    </LinkButton>
  );
  if (cards.length === 0)
    return (
      <section className="container container--narrow page">
        <h2>{t("enquiries.more.title")}</h2>
        <div className="row">{link}</div>
      </section>
    );
  return (
    <section className="container page" aria-labelledby="similar-teachers">
      <div className="stack">
        <h2 id="similar-teachers">{t("enquiries.more.title")}</h2>
        <p className="muted">
          {county === null
            ? t.count("enquiries.more.online", cards.length)
            : t.count("enquiries.more.inCounty", cards.length, { county: countyName(county) })}{" "}
          {t.count("enquiries.more.text", cards.length)}
        </p>
        <CardGrid cards={cards} now={now} selectForm={FORM_ID} />
        <form method="post" action={url(paths.enquireMore())} id={FORM_ID} className="stack">
          {Object.entries(sent).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="row">
            <SubmitButton variant="secondary">{t("enquiries.more.button")}</SubmitButton>
            {link}
          </div>
        </form>
      </div>
    </section>
  );
}
