import type { ReactNode } from "react";
import { MODERATION_TEXT_LENGTH } from "@/shared/schemas/moderation";
import { ActionButton, Button, type ButtonVariant } from "@/ui/button";
import { CheckboxGroup, ErrorSummary, fieldId, type Option, Select, SubmitButton, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { CONFIRMED_WARNING, useDecision } from "./decision-context";
import { FILL_INTENT } from "./reason-blocks";

/** The access key of approvals. client/enhance/decision-keys adds the same key without a modifier. */
export const APPROVE_KEY = "a";

const toFormId = (decision: string): string => `decide-${decision}`;

/** Approves. It is sent with the form of the rejection: if that was filled in, the site asks before it is lost. */
export function ApproveButton({ children }: { children: ReactNode }) {
  const { t, url } = usePage();
  const { action, hiddenFields, isAsked } = useDecision("approve");
  const confirmed = hiddenFields[CONFIRMED_WARNING];
  return (
    <div className="action-form">
      <Button
        type="submit"
        form={toFormId("reject")}
        formAction={url(action)}
        name={confirmed && CONFIRMED_WARNING}
        value={confirmed}
        wide
        accessKey={APPROVE_KEY}
      >
        {isAsked ? t("moderation.frame.publishAnyway") : children}
      </Button>
    </div>
  );
}

/** A decision without further input. */
export function DecisionButton({
  name,
  children,
  ...look
}: {
  name: string;
  variant?: ButtonVariant;
  accessKey?: string;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  const { action, hiddenFields, isAsked } = useDecision(name);
  return (
    <ActionButton action={url(action)} fields={hiddenFields} wide {...look}>
      {isAsked ? t("moderation.frame.publishAnyway") : children}
    </ActionButton>
  );
}

/** The form of a decision, with the version and the position in the queue. */
export function DecisionForm({
  name,
  variant = "secondary",
  submit,
  accessKey,
  children,
}: {
  name: string;
  variant?: ButtonVariant;
  /** The access key of the button. */
  accessKey?: string;
  /** The label of the button. */
  submit: string;
  children: ReactNode;
}) {
  const { url } = usePage();
  const { action, hiddenFields, values } = useDecision(name);
  return (
    <form
      id={toFormId(name)}
      method="post"
      className="form"
      action={url(action)}
      noValidate
      data-unsaved={values.text?.[0] ? "" : undefined}
    >
      {children}
      {Object.entries(hiddenFields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton variant={variant} accessKey={accessKey}>
        {submit}
      </SubmitButton>
    </form>
  );
}

/** Reason and explanation of a decision, which the users concerned read, with the error summary of the form. */
export function Explanation({
  name,
  reasons,
  several = false,
  hasBlocks = true,
  label,
  help,
}: {
  name: string;
  /** Null for an explanation without a reason. */
  reasons: { options: Option[]; help: string } | null;
  /** Whether several reasons are possible. */
  several?: boolean;
  /** Whether the prepared texts of the reasons fit the decision. */
  hasBlocks?: boolean;
  /** Names the decision that is explained, where a page shows several of these forms. */
  label?: string;
  /** Help of the explanation. */
  help: string;
}) {
  const { t } = usePage();
  const { values, errors, ...decision } = useDecision(name);
  const reasonBlocks = hasBlocks ? decision.reasonBlocks : null;
  const { reason = [], text = [] } = values;
  const labels = { reason: t("moderation.frame.reason"), text: label ?? t("moderation.frame.text") };
  /** A page has several such forms, so field ids start with the decision. */
  const toFieldName = (field: string) => `${name}-${field}`;
  const toSummary = (texts: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.keys(labels).flatMap((field) => (texts[field] ? [[toFieldName(field), texts[field]]] : [])),
    );
  const reasonField = reasons && {
    name: "reason",
    id: fieldId(toFieldName("reason")),
    label: labels.reason,
    help: reasonBlocks
      ? `${reasons.help} ${t("moderation.frame.blocks", { language: t(`general.languages.${reasonBlocks.locale}`) })}`
      : reasons.help,
    options: reasons.options,
    error: errors.reason,
  };
  return (
    <>
      <ErrorSummary
        errors={{ ...(errors.decision ? { decision: errors.decision } : {}), ...toSummary(errors) }}
        labels={{ decision: t("moderation.frame.decision"), ...toSummary(labels) }}
      />
      {reasonField && several ? <CheckboxGroup {...reasonField} values={reason} /> : null}
      {reasonField && !several ? (
        <Select {...reasonField} placeholder={t("general.common.choose")} value={reason[0] ?? ""} />
      ) : null}
      <TextArea
        name="text"
        id={fieldId(toFieldName("text"))}
        label={labels.text}
        help={help}
        value={text[0] ?? ""}
        maxLength={MODERATION_TEXT_LENGTH}
        error={errors.text}
      />
      {reasons && reasonBlocks ? (
        <SubmitButton variant="quiet" name="intent" value={FILL_INTENT} formNoValidate>
          {t("moderation.frame.fill")}
        </SubmitButton>
      ) : null}
    </>
  );
}
