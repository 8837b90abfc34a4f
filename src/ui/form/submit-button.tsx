import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "@/ui/button";

/** Submits the form. `name` and `value` tell which button was pressed ("save" or "submit"). */
export function SubmitButton({
  children,
  variant = "primary",
  name,
  value,
  formNoValidate,
  formAction,
  accessKey,
}: {
  children: ReactNode;
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  formNoValidate?: boolean;
  /** Submits to this path instead of the form's own. */
  formAction?: string;
  accessKey?: string;
}) {
  return (
    <Button
      type="submit"
      variant={variant}
      name={name}
      value={value}
      formNoValidate={formNoValidate}
      formAction={formAction}
      accessKey={accessKey}
    >
      {children}
    </Button>
  );
}
