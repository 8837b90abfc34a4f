import type { ReactNode } from "react";

export type Step = { title: ReactNode; text?: ReactNode };

/** The steps of a process. `current` (from 0) marks the present step. */
export function Steps({ steps, current }: { steps: readonly Step[]; current?: number }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={typeof step.title === "string" ? step.title : index}
          className={
            current !== undefined && index < current ? "steps__step steps__step--done" : "steps__step"
          }
          aria-current={index === current ? "step" : undefined}
        >
          <span className="steps__title">{step.title}</span>
          {step.text ? <span className="steps__text">{step.text}</span> : null}
        </li>
      ))}
    </ol>
  );
}
