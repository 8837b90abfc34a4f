import type { Ctx } from "@/context";
import { formatList } from "@/shared/format";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { type ListingInput, listingSchema } from "@/shared/schemas/listing";

/** The mail to a teacher who accepted: the account, the state of the listing, and how to delete both. */
export function composeClaimMail(
  { t, locale, config }: Ctx,
  {
    email,
    name,
    listingId,
    listing,
    isSubmitted,
  }: { email: string; name: string; listingId: string; listing: ListingInput; isSubmitted: boolean },
) {
  const complete = validate(listingSchema, listing);
  const missing = complete.ok ? [] : (complete.refusal.fields ?? []);
  const fields = formatList(
    missing.map(({ field }) => t(`general.fields.${field}`)),
    locale,
  );
  const state = isSubmitted ? "pending" : fields ? "incomplete" : "draft";
  return {
    template: "invitation_accepted" as const,
    to: email,
    locale,
    params: { name, email, state: t(`invitations.accepted.${state}`, { fields }) },
    actionPath: isSubmitted ? paths.ownListings() : paths.editListing(listingId),
    tables: [
      {
        title: t("invitations.accepted.deletion"),
        rows: [
          {
            term: t("privacy.erase.title"),
            details: config.SITE_URL + localizePath(locale, paths.eraseAccount()),
            link: true,
          },
        ],
      },
    ],
  };
}
