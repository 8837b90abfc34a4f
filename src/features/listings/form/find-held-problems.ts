import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { CONTACT_HELD, validateContact } from "@/shared/contact-data";
import type { FieldError } from "@/shared/errors";
import { PRICE_HELD, type UsualPrice, validateUsualPrice } from "@/shared/find-usual-price";
import { computeHourlyPrice, type ListingInput } from "@/shared/schemas/listing";
import { validateListing } from "../listing-columns";
import type { ListingText } from "../revisions/revisions";

const HELD_CODES = [CONTACT_HELD, PRICE_HELD];

/** Whether a listing with these problems may be sent anyway. */
export const isHeld = (problems: readonly FieldError[] = []): boolean =>
  problems.some(({ code }) => HELD_CODES.includes(code));

type ListingValues = Partial<Record<keyof ListingInput, unknown>> & ListingText;

/** What a form holds back once: contact data in the text, and an unusual price. The `accepted` ones are not asked about. */
export async function findHeldProblems(
  ctx: Ctx,
  listing: ListingValues,
  accepted: { text: ListingText | null; pricePerHour: number | null } = { text: null, pricePerHour: null },
): Promise<FieldError[]> {
  const contact = validateContact(listing, accepted.text);
  const checked = validateListing(listing, false);
  return checked.ok
    ? [...contact, ...(await findHeldPrice(ctx, checked.value, accepted.pricePerHour))]
    : contact;
}

/** The same for the price alone. */
export async function findHeldPrice(
  ctx: Ctx,
  listing: ListingInput,
  acceptedPerHour: number | null = null,
): Promise<FieldError[]> {
  if (listing.price === null) return [];
  const pricePerHour = computeHourlyPrice(listing.price, listing.session_minutes);
  if (pricePerHour === acceptedPerHour) return [];
  const usual = await findOwnUsualPrice(ctx, listing);
  return usual ? validateUsualPrice(pricePerHour, usual) : [];
}

/** The usual price at a level of the listing: that of the school before an exam would mislead. */
export async function findOwnUsualPrice(
  ctx: Ctx,
  { subject, levels, county }: Pick<ListingInput, "subject" | "levels" | "county">,
): Promise<UsualPrice | null> {
  const usual = await getUsualPrice(ctx.db, { subject, level: levels, county });
  return usual && levels.includes(usual.level) ? usual : null;
}
