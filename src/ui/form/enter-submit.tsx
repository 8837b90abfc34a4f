import type { ReactNode } from "react";

/** The Enter key presses a form's first button, so a hidden copy of the main button comes first. */
export const EnterSubmit = ({
  value,
  formAction,
  children,
}: {
  value: string;
  /** See `SubmitButton`. */
  formAction?: string | undefined;
  children: ReactNode;
}) => (
  <button
    className="visually-hidden"
    type="submit"
    name="intent"
    value={value}
    formAction={formAction}
    tabIndex={-1}
    aria-hidden="true"
  >
    {children}
  </button>
);
