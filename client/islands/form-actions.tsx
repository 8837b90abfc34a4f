import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { ListingFormProps } from "./listing-form";

type Submit = Pick<ListingFormProps, "submit">;

/** Enter in a field presses the form's first button, so a hidden copy of the main one comes first. */
export function UnseenSubmit({ submit }: Submit) {
  const { t } = usePage();
  return (
    <button
      className="visually-hidden"
      type="submit"
      name="intent"
      value="submit"
      tabIndex={-1}
      aria-hidden="true"
    >
      {t(`listings.form.submit.${submit}`)}
    </button>
  );
}

/** What can be done with a listing's form. */
export function FormActions({
  id,
  submit,
  draft,
  keep,
}: Submit & Pick<ListingFormProps, "id" | "draft" | "keep">) {
  const { t, url } = usePage();
  return (
    <div className="form__actions">
      <SubmitButton name="intent" value="submit">
        {t(`listings.form.submit.${submit}`)}
      </SubmitButton>
      {draft ? (
        <SubmitButton variant="secondary" name="intent" value="draft" formNoValidate>
          {t("listings.form.submit.draft")}
        </SubmitButton>
      ) : null}
      {keep ? (
        <SubmitButton variant="secondary" name="intent" value="keep" formNoValidate>
          {t("listings.form.submit.keep")}
        </SubmitButton>
      ) : null}
      <SubmitButton
        variant="quiet"
        name="intent"
        value="preview"
        formNoValidate
        formAction={url(paths.previewListing(id))}
      >
        {t("listings.form.preview")}
      </SubmitButton>
    </div>
  );
}
