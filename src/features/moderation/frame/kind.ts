import type { SQL } from "drizzle-orm";
import type { ReactNode } from "react";
import type { Ctx } from "@/context";
import type { FollowUpQueue } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import type { Undo } from "./decision-notice";
import type { KindName } from "./kind-paths";
import type { ReasonBlocks } from "./reason-blocks";
import type { HistoryEvent } from "./select-history";
import type { UndoRules } from "./undo-decision";

/** A list of a kind: what waits for decisions, or what was decided. */
export type ModerationList = {
  /** Selects `id` and `ts` (ms), which order it. */
  selectSql(ctx: Ctx): SQL;
  /** The number that orders the list, of the selected columns; by default `ts`. */
  positionSql?: SQL;
  /** By default the oldest is first. */
  isNewestFirst?: boolean;
  /** The queue of the follow-up list that has the same rows. */
  followUp?: FollowUpQueue;
};

/** A row of a list, besides the columns of its kind. */
export type ListedItem = {
  id: string;
  ts: number;
  position: number;
  /** See `SetAsideBadge`. */
  isSetAside: boolean;
};

/** What an item needs so that the frame shows it and its decisions. */
export type ModeratedItem = {
  id: string;
  /** Increases with each change. A decision applies only to the version that the admin read. */
  version: number;
  /** The list in which it waits for a decision and its position there, by default the time; null if it does not wait. */
  waiting: { list: string; ts: number } | null;
  /** Whether what waits can be approved, so that the bar and the key show; by default yes. */
  canApprove?: boolean;
  /** Whether another admin decides, so that there are no forms. */
  isOwn?: boolean;
  /** Its audit events, the latest first. */
  history?: readonly HistoryEvent[];
};

/** The item and version that an admin decides about. Without a version, the decision applies to the current one. */
export type DecisionTarget = { id: string; version?: number | undefined };

/** What a decision reads of a submitted form. */
export type DecisionFields = {
  text(name: string): string;
  day(name: string): string;
  all(name: string): string[];
  /** The id of the decision, if it can be undone: the notice about it offers no other undo. */
  decisionId: string;
  /** The name of the decision and all values, which the form has again after an undo. */
  sent: { decision: string; values: Record<string, string[]> };
};

export type Decided = {
  id: string;
  /** The key of the success message; by default the name of the decision. */
  done?: string;
  /** Nothing was decided: the form is shown again with these values. */
  typed?: Record<string, string>;
};

/** Everything that differs between the things that admins decide about. `createModerationRoutes` does the rest. */
export type ModerationKind<Row = unknown, Item extends ModeratedItem = ModeratedItem> = {
  /** Names its pages (`KIND_PATHS`), its texts (`moderation.kinds.{name}`) and its entry in the admins' menu. */
  name: KindName;
  /** A page about all its items, linked from the lists. */
  summary?: { path: string; label: string };
  /** The lists by name, in the order of their tabs; the first is the default. */
  lists: Readonly<Record<string, ModerationList>>;
  /** Columns of an entry, and the tables joined for them by `page.id`. */
  columns(now: number): SQL;
  joins: SQL;
  /** An entry of a list. */
  Entry(props: { row: ListedItem & Row }): ReactNode;
  /** Decisions by name. */
  decisions: Readonly<
    Record<string, (ctx: Ctx, target: DecisionTarget, form: DecisionFields) => Promise<Result<Decided>>>
  >;
  /** Without it, decisions can't be undone. */
  undo?: UndoRules;
  /** Names of date fields in the forms. */
  days?: readonly string[];
  page?: {
    /** Null for an unknown id. */
    load(ctx: Ctx, id: string): Promise<Item | null>;
    /** Stores that the admin sees the page, before it is rendered. */
    recordView?(ctx: Ctx, item: Item): Promise<void>;
    formatTitle(t: Translator, item: Item): string;
    /** The state, and links to related pages. */
    Actions(props: { item: Item }): ReactNode;
    /** `ApproveButton`, for the bar at the bottom of the window while the item waits. */
    MainDecision?(props: { item: Item }): ReactNode;
    /** The forms of the other decisions that the state allows; see `DecisionForm`. */
    Decisions(props: { item: Item }): ReactNode;
    /** Whether `Decisions` shows the form of a decision that is not about what waits; by default yes. */
    hasForm?(item: Item, decision: string): boolean;
    /** Actions of the audit events in the history that are decisions. */
    decisionActions?: readonly string[];
    /** Further panels next to the content. */
    Aside?(props: { item: Item }): ReactNode;
    /** The undo of what `Aside` did, which is not a decision about the item. */
    getUndo?(item: Item): Undo | null;
    Content(props: { item: Item }): ReactNode;
    /** The key of a warning about what waits, such as contact data in the text. Its approval asks once. */
    findWarning?(item: Item): string | null;
    /** Texts that a script adds to the explanation when their reason is chosen, and a button without it. */
    getReasonBlocks?(ctx: Ctx, item: Item): ReasonBlocks | null;
  };
};
