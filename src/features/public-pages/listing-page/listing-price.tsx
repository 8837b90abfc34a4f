import type { ListingDetails } from "@/features/listings";
import { Money } from "@/ui/money";
import { PriceUnit } from "@/ui/price-unit";

/** The price as agreed with the teacher, "80 lei / 90 min", and what an hour comes to if that differs. */
export function ListingPrice({ listing }: { listing: ListingDetails }) {
  const { price, pricePerHour } = listing;
  if (price === null || pricePerHour === null) return null;
  return (
    <p className="price">
      <strong>
        <Money bani={price} />
      </strong>
      <PriceUnit {...listing} />
    </p>
  );
}
