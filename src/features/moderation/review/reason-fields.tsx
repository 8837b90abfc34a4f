import { MODERATION_TEXT_LENGTH } from "@/shared/schemas/moderation";
import { ErrorSummary, type FormErrors, fieldId, moderationReasonOptions, Select, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type ReasonValues = { reason: string; text: string; errors: FormErrors };

/**
 * Reason and text of a decision, which the listing's owner reads, with an error summary. `form` makes the field ids
 * unique on the page.
 */
export function ReasonFields({ form, typed, help }: { form: string; typed: ReasonValues; help: string }) {
  const { t } = usePage();
  const named = (field: string) => `${form}-${field}`;
  return (
    <>
      <ErrorSummary
        errors={Object.fromEntries(
          Object.entries(typed.errors).map(([field, error]) => [named(field), error]),
        )}
        labels={{ [named("reason")]: t("admin.review.reason"), [named("text")]: t("admin.review.text") }}
      />
      <Select
        name="reason"
        id={fieldId(named("reason"))}
        label={t("admin.review.reason")}
        help={t("admin.review.reasonHelp")}
        options={moderationReasonOptions(t)}
        placeholder={t("general.common.choose")}
        value={typed.reason}
        error={typed.errors.reason}
      />
      <TextArea
        name="text"
        id={fieldId(named("text"))}
        label={t("admin.review.text")}
        help={help}
        value={typed.text}
        maxLength={MODERATION_TEXT_LENGTH}
        error={typed.errors.text}
      />
    </>
  );
}
