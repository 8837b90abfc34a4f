import { type ReactNode, useEffect, useRef, useState } from "react";

type FormSectionProps = {
  heading: string;
  /** What the section holds; shown while it is folded. */
  state: string;
  /** Whether it is unfolded at first. */
  isOpen: boolean;
  /** A section with an error unfolds. */
  hasError: boolean;
  id?: string;
  children: ReactNode;
};

/** A part of a long form that folds. */
export function FormSection({ heading, state, isOpen, hasError, id, children }: FormSectionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(isOpen);
  // It may have been folded or unfolded before the script ran.
  useEffect(() => setOpen((before) => details.current?.open ?? before), []);
  if (hasError && !open) setOpen(true);
  return (
    <details
      ref={details}
      className="form__section"
      id={id}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{heading}</h2>
        <span className="form__state">{state}</span>
      </summary>
      {children}
    </details>
  );
}
