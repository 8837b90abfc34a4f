import type { ListingCardRow as Card } from "@/features/listings";
import type { Level } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";

/** Promoted listings with a link that explains promotion. The first `eager` pictures load eagerly. */
export function PromotedBlock({
  title,
  cards,
  now,
  wantedLevels,
  eager = 0,
  selectForm,
}: {
  title: string;
  cards: readonly Card[];
  now: number;
  /** See `CardGrid`. */
  wantedLevels?: readonly Level[] | undefined;
  eager?: number;
  /** See `CardGrid`. */
  selectForm?: string | undefined;
}) {
  const { t, url } = usePage();
  return (
    <section className="promoted-block">
      <div className="section__head">
        <h2>{title}</h2>
        <a href={url(paths.ranking())}>{t("general.promoted.why")}</a>
      </div>
      <CardGrid
        cards={cards}
        now={now}
        wantedLevels={wantedLevels}
        promoted
        eager={eager}
        selectForm={selectForm}
      />
    </section>
  );
}
