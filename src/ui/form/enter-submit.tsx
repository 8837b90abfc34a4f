import type { ReactNode } from "react";

/** The Enter key presses a form's first button, so a hidden copy of the main button comes first. */
export const EnterSubmit = ({ value, children }: { value: string; children: ReactNode }) => (
  <button
    className="visually-hidden"
    type="submit"
    name="intent"
    value={value}
    tabIndex={-1}
    aria-hidden="true"
  >
    {children}
  </button>
);
