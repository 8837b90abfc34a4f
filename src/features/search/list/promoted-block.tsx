import type { ListingCardRow as Card } from "@/features/listings";
import { paths } from "@/shared/paths";
import { CardGrid, type CardOptions } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";

/** Promoted listings with a link that explains promotion. The first `eager` pictures load eagerly. */
export function PromotedBlock({
  title,
  cards,
  eager = 0,
  ...options
}: Omit<CardOptions, "promoted" | "selected"> & {
  title: string;
  cards: readonly Card[];
  eager?: number;
}) {
  const { t, url } = usePage();
  return (
    <section className="promoted-block">
      <div className="section__head">
        <h2>{title}</h2>
        <a href={url(paths.ranking())}>{t("general.promoted.why")}</a>
      </div>
      <CardGrid cards={cards} promoted eager={eager} {...options} />
    </section>
  );
}
