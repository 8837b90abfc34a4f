import type { ListingCardRow as Card, ListingDetails } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { ListingCard } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { subjectParams } from "../list/list-metadata";

/** Similar listings, and a link to all listings of the subject and county. Renders nothing without any. */
export function SimilarListings({
  cards,
  listing,
  now,
}: {
  cards: readonly Card[];
  listing: Pick<ListingDetails, "subject" | "county">;
  now: number;
}) {
  const { t, url } = usePage();
  if (cards.length === 0) return null;
  const { subject, county } = listing;
  const params = { ...subjectParams(t, subject), ...(county ? { county: countyName(county) } : {}) };
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("listing.similar.title")}</h2>
        <a href={url(paths.listings({ subject, county }))}>
          {t(`search.title.${county ? "both" : "subject"}`, params)}
        </a>
      </div>
      <ul className="grid-cards list-plain">
        {cards.map((card) => (
          <li key={card.id}>
            <ListingCard listing={card} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}
