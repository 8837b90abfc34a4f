import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "@/ui/button";

/** Sends the form. `name` and `value` tell which of two buttons was pressed ("save" or "submit"). */
export function SubmitButton({
  children,
  variant = "primary",
  name,
  value,
  formNoValidate,
}: {
  children: ReactNode;
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  formNoValidate?: boolean;
}) {
  return (
    <Button type="submit" variant={variant} name={name} value={value} formNoValidate={formNoValidate}>
      {children}
    </Button>
  );
}
