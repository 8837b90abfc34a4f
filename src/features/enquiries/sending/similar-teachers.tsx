import type { ListingCardRow } from "@/features/listings";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";

export type SimilarTeachersProps = {
  /** Listings of other teachers, with checkboxes. */
  cards: readonly ListingCardRow[];
  /** ms, `ctx.now`. */
  now: number;
  /** What was sent, for the form to write to more teachers. Accounts need no name and address. */
  sent: { message: string; name?: string; email?: string };
};

const FORM_ID = "write-to-more";

/** After sending: similar teachers, and the way to write the same message to them. Nothing without any. */
export function SimilarTeachers({ cards, now, sent }: SimilarTeachersProps) {
  const { t, url } = usePage();
  if (cards.length === 0) return null;
  return (
    <section className="container page" aria-labelledby="similar-teachers">
      <div className="stack">
        <h2 id="similar-teachers">{t("enquiries.more.title")}</h2>
        <p className="muted">{t("enquiries.more.text")}</p>
        <CardGrid cards={cards} now={now} selectForm={FORM_ID} />
        <form method="post" action={url(paths.enquireMore())} id={FORM_ID} className="stack">
          {Object.entries(sent).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="row">
            <SubmitButton variant="secondary">{t("enquiries.more.button")}</SubmitButton>
            <LinkButton href={url(paths.listings({ select: true }))} variant="quiet">
              {t("enquiries.several.toList")}
            </LinkButton>
          </div>
        </form>
      </div>
    </section>
  );
}
