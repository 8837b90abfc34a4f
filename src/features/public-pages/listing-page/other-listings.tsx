import type { ListingCardRow } from "@/features/listings";
import { paths } from "@/shared/paths";
import { toLangAttribute } from "@/ui/lang-attribute";
import { usePage } from "@/ui/page-context";

/** Links to the other listings of a listing's teacher. Renders nothing without any. */
export function OtherListings({
  teacher,
  listings,
}: {
  teacher: string;
  listings: readonly ListingCardRow[];
}) {
  const { t, url, locale } = usePage();
  if (listings.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("public-pages.listing.others", { teacher })}</h2>
      <ul className="link-list list-plain">
        {listings.map(({ id, subject, title, textLanguage }) => (
          <li key={id}>
            <b>{t(`general.subjects.${subject}`)}</b>{" "}
            <a href={url(paths.listing(id))} lang={toLangAttribute(textLanguage, locale)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
