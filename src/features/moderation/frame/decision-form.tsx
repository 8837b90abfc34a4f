import type { ReactNode } from "react";
import { ActionButton, type ButtonVariant } from "@/ui/button";
import { type FormErrors, type Option, ReasonFields, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { useDecision } from "./decision-context";

/** The access key of the main decision. client/enhance/decision-keys adds the same key without a modifier. */
export const APPROVE_KEY = "a";

/** A decision without further input. */
export function DecisionButton({
  name,
  ...look
}: {
  name: string;
  variant?: ButtonVariant;
  accessKey?: string;
  children: ReactNode;
}) {
  const { url } = usePage();
  const { action, hiddenFields } = useDecision(name);
  return <ActionButton action={url(action)} fields={hiddenFields} wide {...look} />;
}

/** The form of a decision, with the version and the position in the queue. */
export function DecisionForm({
  name,
  variant = "secondary",
  submit,
  children,
}: {
  name: string;
  variant?: ButtonVariant;
  /** The label of the button. */
  submit: string;
  children: ReactNode;
}) {
  const { url } = usePage();
  const { action, hiddenFields } = useDecision(name);
  return (
    <form method="post" className="form" action={url(action)} noValidate>
      {children}
      {Object.entries(hiddenFields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton variant={variant}>{submit}</SubmitButton>
    </form>
  );
}

/** Reasons and explanation of a decision; `reasons` is null for an explanation only. */
export function Explanation({
  name,
  reasons = null,
  several = false,
  ...texts
}: {
  name: string;
  reasons?: Option[] | null;
  /** Whether several reasons are possible. */
  several?: boolean;
  reasonHelp?: string;
  help: string;
}) {
  const { values, errors } = useDecision(name);
  const { reason = [], text = [] } = values;
  const { reason: reasonError, text: textError } = errors;
  const own: FormErrors = {
    ...(reasonError ? { reason: reasonError } : {}),
    ...(textError ? { text: textError } : {}),
  };
  return (
    <ReasonFields
      form={name}
      reasons={reasons}
      typed={{ reason: reason[0] ?? "", text: text[0] ?? "", errors: own }}
      {...(several ? { severalReasons: reason } : {})}
      {...texts}
    />
  );
}
