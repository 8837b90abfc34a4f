import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Preview } from "./preview-form";

/** Fields that the way back says itself. */
const OWN = /^(id|version|intent|picture|pictures|alt\..*|map\..*)$/;

/** Above a preview: what it is, and the way back to the form, which takes along all that was typed. */
export function PreviewBar({ preview: { listing, sent, saved } }: { preview: Preview }) {
  const { t, url } = usePage();
  const typed = Object.entries(sent.values).filter(([name]) => !OWN.test(name));
  return (
    <Notice title={t("listings.preview.heading")}>
      <p>{t("listings.preview.text")}</p>
      <form
        method="post"
        action={url(saved ? paths.editListing(sent.id) : paths.createListing())}
        encType="multipart/form-data"
      >
        <input type="hidden" name="id" value={sent.id} />
        <input type="hidden" name="version" value={sent.version} />
        {typed.flatMap(([name, values]) =>
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
