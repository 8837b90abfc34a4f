import { MODERATION_TEXT_LENGTH } from "@/shared/schemas/moderation";
import { usePage } from "@/ui/page-context";
import { CheckboxGroup } from "./choices";
import { ErrorSummary } from "./error-summary";
import type { FormErrors } from "./errors";
import { fieldId } from "./field";
import type { Option } from "./options";
import { Select } from "./select";
import { TextArea } from "./text-area";

export type ReasonValues = { reason: string; text: string; errors: FormErrors };

type ReasonFieldsProps = {
  /** Makes the field ids unique on the page. */
  form: string;
  /** Null for an explanation without a reason. */
  reasons: Option[] | null;
  typed: ReasonValues;
  /** The ticked reasons, where several are possible. */
  severalReasons?: readonly string[];
  reasonHelp?: string;
  /** Help of the explanation. */
  help: string;
};

/** Reason and explanation of an admin's decision, which the users concerned read, with an error summary. */
export function ReasonFields({ form, reasons, typed, severalReasons, reasonHelp, help }: ReasonFieldsProps) {
  const { t } = usePage();
  const named = (field: string) => `${form}-${field}`;
  const reasonField = {
    name: "reason",
    id: fieldId(named("reason")),
    label: t("moderation.frame.reason"),
    help: reasonHelp ?? t("moderation.frame.reasonHelp"),
    error: typed.errors.reason,
  };
  return (
    <>
      <ErrorSummary
        errors={Object.fromEntries(
          Object.entries(typed.errors).map(([field, error]) => [named(field), error]),
        )}
        labels={{
          [named("reason")]: t("moderation.frame.reason"),
          [named("text")]: t("moderation.frame.text"),
        }}
      />
      {reasons && severalReasons ? (
        <CheckboxGroup {...reasonField} options={reasons} values={severalReasons} />
      ) : reasons ? (
        <Select
          {...reasonField}
          options={reasons}
          placeholder={t("general.common.choose")}
          value={typed.reason}
        />
      ) : null}
      <TextArea
        name="text"
        id={fieldId(named("text"))}
        label={t("moderation.frame.text")}
        help={help}
        value={typed.text}
        maxLength={MODERATION_TEXT_LENGTH}
        error={typed.errors.text}
      />
    </>
  );
}
