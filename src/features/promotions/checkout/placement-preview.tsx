import type { ListingCardRow } from "@/features/listings";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";

/** The listing's own card as visitors see it in a promoted block. Its links and buttons do nothing here. */
export function PlacementPreview({ card, now }: { card: ListingCardRow; now: number }) {
  const { t } = usePage();
  return (
    <section className="stack" aria-labelledby="placement-preview">
      <div>
        <h2 id="placement-preview">{t("promotions.promote.preview.title")}</h2>
        <p className="small muted">{t("promotions.promote.preview.text")}</p>
      </div>
      <div className="promoted-block single-card" inert>
        <CardGrid cards={[card]} now={now} promoted />
      </div>
    </section>
  );
}
