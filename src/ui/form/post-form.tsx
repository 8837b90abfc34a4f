import type { FormHTMLAttributes, ReactNode } from "react";
import { usePage } from "@/ui/page-context";
import { ErrorSummary } from "./error-summary";
import type { FormErrors } from "./errors";
import { SubmitButton } from "./submit-button";

/**
 * A form that is sent to the path `action`: its errors, its fields, and a button with the text `submit`. The server checks
 * what was typed.
 */
export function PostForm({
  action,
  errors,
  message,
  labels,
  submit,
  children,
  ...form
}: Pick<FormHTMLAttributes<HTMLFormElement>, "id" | "autoComplete" | "encType"> & {
  action: string;
  errors?: FormErrors;
  message?: string | null;
  labels?: Record<string, string>;
  submit?: ReactNode;
  children: ReactNode;
}) {
  const { url } = usePage();
  return (
    <form {...form} method="post" action={url(action)} className="form" noValidate>
      <ErrorSummary errors={errors} message={message} labels={labels} />
      {children}
      {submit ? (
        <div className="form__actions">
          <SubmitButton>{submit}</SubmitButton>
        </div>
      ) : null}
    </form>
  );
}
