import { listMissingExams } from "@/shared/list-missing-exams";
import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { findContactRule } from "../revisions/text-rules";
import type { ListingPreview } from "./preview-listing";

/** Fields that the bar's form sends itself. */
const OWN_FIELDS = /^(id|version|intent|picture|pictures|alt\..*)$/;

/** The bar above a preview: a button back to the form, which sends all submitted values. */
export function PreviewBar({ preview: { listing, submitted, saved } }: { preview: ListingPreview }) {
  const { t, url } = usePage();
  const fields = Object.entries(submitted.values).filter(([name]) => !OWN_FIELDS.test(name));
  return (
    <Notice title={t("listings.preview.heading")}>
      <p>{t("listings.preview.text")}</p>
      {findContactRule(listing) ? (
        <p>
          <strong>{t("listings.preview.contact")}</strong> {t("listings.form.contact.advice")}
        </p>
      ) : null}
      {listMissingExams(`${listing.title} ${listing.description}`, listing.subject, listing.levels).map(
        (level) => (
          <p key={level}>{t("listings.form.levels.missing", { level: t(`general.levels.${level}`) })}</p>
        ),
      )}
      <form
        method="post"
        action={url(saved ? paths.editListing(submitted.id) : paths.createListing())}
        encType="multipart/form-data"
      >
        <input type="hidden" name="id" value={submitted.id} />
        <input type="hidden" name="version" value={submitted.version} />
        {fields.flatMap(([name, values]) =>
          values.map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
        {listing.images.map(({ id, alt }) => (
          <span key={id} hidden>
            <input type="hidden" name="picture" value={id} />
            <input type="hidden" name={`alt.${id}`} value={alt} />
          </span>
        ))}
        <SubmitButton variant="secondary" name="intent" value="show">
          {t("listings.preview.back")}
        </SubmitButton>
      </form>
    </Notice>
  );
}
