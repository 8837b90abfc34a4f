import type { ListingCardRow as Card } from "@/features/listings";
import type { Level } from "@/shared/codes";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";

/** Listings that miss one filter, apart from the results. Renders nothing without any. */
export function CloseListings({
  cards,
  now,
  wantedLevels,
  selectForm,
}: {
  cards: readonly Card[];
  /** ms */
  now: number;
  /** These two: see `CardGrid`. */
  wantedLevels: readonly Level[];
  selectForm?: string | undefined;
}) {
  const { t } = usePage();
  if (cards.length === 0) return null;
  return (
    <section className="close-listings">
      <h2>{t("search.close.title")}</h2>
      <p className="muted">{t("search.close.text")}</p>
      <CardGrid cards={cards} now={now} wantedLevels={wantedLevels} selectForm={selectForm} />
    </section>
  );
}
