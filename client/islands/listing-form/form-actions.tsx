import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Key of the main button's text, under `listings.form.submit`. */
export type SubmitLabel = "publish" | "review" | "save" | "resubmit";

type FormActionsProps = {
  id: string;
  label: SubmitLabel;
  isDraft: boolean;
  isHeld: boolean;
  hasRevision: boolean;
  /** Whether the input is saved. */
  children: ReactNode;
};

/** What is saved and sent, and the buttons that do it. */
export function FormActions({ id, label, isDraft, isHeld, hasRevision, children }: FormActionsProps) {
  const { t, url } = usePage();
  return (
    <>
      <div>
        <p>{t(`listings.form.sending.${label}`)}</p>
        {children}
      </div>
      <div className="form__actions">
        <SubmitButton name="intent" value="submit">
          {t(`listings.form.submit.${label}`)}
        </SubmitButton>
        {isHeld ? (
          <SubmitButton variant="secondary" name="intent" value="submit_anyway">
            {t("listings.form.submit.anyway")}
          </SubmitButton>
        ) : null}
        {isDraft ? (
          <SubmitButton variant="secondary" name="intent" value="draft" formNoValidate>
            {t("listings.form.submit.draft")}
          </SubmitButton>
        ) : null}
        {hasRevision ? (
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
    </>
  );
}
