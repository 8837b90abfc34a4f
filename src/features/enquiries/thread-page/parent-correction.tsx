import { paths } from "@/shared/paths";
import { CheckedEmailField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** What was typed, and why it was refused. */
export type CorrectedParent = { typed: string; errors?: FormErrors; message?: string | null };

/** A learner under 18 corrects the address of the parent who gets copies. */
export function ParentCorrection({
  id,
  email,
  refused,
}: {
  id: string;
  /** The present address. */
  email: string;
  refused: CorrectedParent | null;
}) {
  const { t, url } = usePage();
  const label = t("enquiries.learner.parent");
  return (
    <details className="confirm" open={refused !== null}>
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("enquiries.thread.correctParent")}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
      </summary>
      <form
        method="post"
        action={url(paths.enquiryParent(id))}
        className="confirm__form panel form"
        noValidate
      >
        <ErrorSummary
          errors={refused?.errors ?? {}}
          message={refused?.message ?? null}
          labels={{ parent_email: label }}
        />
        <CheckedEmailField
          name="parent_email"
          label={label}
          help={t("enquiries.thread.correctParentHelp")}
          value={refused?.typed ?? email}
          error={refused?.errors?.parent_email}
        />
        <div className="form__actions">
          <SubmitButton>{t("general.common.save")}</SubmitButton>
        </div>
      </form>
    </details>
  );
}
