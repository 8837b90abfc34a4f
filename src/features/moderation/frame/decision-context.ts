import { createContext, useContext } from "react";
import { type Query, withQuery } from "@/shared/paths/query";
import { formatTimeCursor } from "@/shared/time-cursor";
import type { FormErrors } from "@/ui/form";
import { useTaskOrigin } from "@/ui/task-origin";
import type { ModeratedItem } from "./kind";
import { KIND_PATHS, type KindName } from "./kind-paths";
import type { ReasonBlocks } from "./reason-blocks";

/** A decision form after a submission that decided nothing. */
export type SubmittedDecision = {
  /** The name of the decision; null if no form was submitted. */
  decision: string | null;
  values: Readonly<Record<string, readonly string[]>>;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** The typed text, if the page has its form no longer. */
  lostText: string;
  /** The position of the item in a run through all tasks (`paths.nextTask`); empty outside of one. */
  run: string;
};

export const NOTHING_SUBMITTED: SubmittedDecision = {
  decision: null,
  values: {},
  errors: {},
  message: null,
  lostText: "",
  run: "",
};

/** The field of a form with the keys of the warnings that were shown before it is sent again. */
export const CONFIRMED_WARNING = "confirmed_warning";

/** The key of the warning that an approval does not send what was filled in for a rejection. */
export const UNSENT_REJECTION = "moderation.frame.unsentRejection";

type DecisionContextValue = {
  kind: KindName;
  item: ModeratedItem;
  submitted: SubmittedDecision;
  /** See `ModerationKind`. */
  reasonBlocks: ReasonBlocks | null;
  /** See `ItemView`. */
  flashQuery: Query;
};

export const DecisionContext = createContext<DecisionContextValue | null>(null);

/** What the form of a decision sends and shows. */
export function useDecision(decision: string) {
  const context = useContext(DecisionContext);
  const origin = useTaskOrigin();
  if (!context) throw new Error("no DecisionContext");
  const { kind, item, submitted, reasonBlocks, flashQuery } = context;
  const { id, version, waiting } = item;
  const isSubmitted = submitted.decision === decision;
  // The button of an approval may stand in the form of the rejection, which keeps what was typed.
  const isFilled = isSubmitted || (decision === "reject" && submitted.decision === "approve");
  const { values, errors } = isFilled ? submitted : NOTHING_SUBMITTED;
  return {
    // The address has the run, which a reload of a refused decision continues.
    action: withQuery(KIND_PATHS[kind].action(id, decision), { ...flashQuery, ...origin }),
    /** The version that the admin sees, and the position in the queue, from where it continues. */
    hiddenFields: {
      version,
      ...(isSubmitted && values[CONFIRMED_WARNING]
        ? { [CONFIRMED_WARNING]: values[CONFIRMED_WARNING].join() }
        : {}),
      ...(waiting ? { queue: waiting.list, queue_cursor: formatTimeCursor({ ts: waiting.ts, id }) } : {}),
    },
    isSubmitted,
    /** Whether the page asks once more before this decision. */
    isAsked: CONFIRMED_WARNING in values,
    values,
    errors,
    reasonBlocks,
  };
}
