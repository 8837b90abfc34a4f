import { formatClock } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { withQuery } from "@/shared/paths/query";
import { ActionButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type TaskOrigin, useTaskOrigin } from "@/ui/task-origin";
import { CONFIRMED_WARNING, UNSENT_REJECTION } from "./decision-context";
import { formatListText } from "./format-list-text";
import type { KindPaths } from "./kind-paths";

/** The field of the form of an undo with the id of the decision: a later one about the same item stays. */
export const UNDONE_DECISION = "undone_decision";

/** The id of the form of `SuspendListingsPanel`: browsers open the closed section of a link's target. */
export const SUSPEND_LISTINGS = "suspend-listings";

/** The form of an undo. */
export type Undo = {
  /** The path that it is sent to. */
  action: string;
  fields: Readonly<Record<string, string>>;
  /** When it ends (ms); null for one that does not. */
  endsTs: number | null;
  /** The key of the label, by default `moderation.frame.undo`. */
  label?: string;
};

export const toUndo = (
  action: string,
  { decisionId, expiresTs }: { decisionId: string; expiresTs: number },
): Undo => ({ action, fields: { [UNDONE_DECISION]: decisionId }, endsTs: expiresTs });

type LastDecision = Parameters<typeof toUndo>[1] & { form: { values: Record<string, string[]> } | null };

/** What a notice shows of a decision that can be undone at `action`. */
export function toDecided(t: Translator, action: string, decision: LastDecision) {
  const [confirmed = ""] = decision.form?.values[CONFIRMED_WARNING] ?? [];
  const warning = confirmed.split(",").find((key) => key !== UNSENT_REJECTION && t.has(key));
  return { undo: toUndo(action, decision), warning: warning ? t(warning) : "" };
}

/** A decision just made. */
export type DecisionFlash = {
  kind: {
    name: string;
    /** The keys of the texts by `done`. */
    texts: string;
    paths: KindPaths;
  };
  done: string;
  /** The item; null if the page is about it, or if items have no page. */
  decided: {
    id: string;
    title: string;
    undo: Undo | null;
    warning?: string;
    /** How many listings of the teacher learners still see. */
    stillPublic?: number;
  } | null;
  /** The list whose rest the notice counts; null for none. */
  list: string | null;
  /** The item's position in a run through all tasks; empty outside of one. */
  run: string;
};

/** What was decided about which item, how to undo it, and how many are left, as in the menu. */
export function DecisionNotice({
  flash,
  undo = flash.decided?.undo ?? null,
}: {
  flash: DecisionFlash;
  undo?: Undo | null;
}) {
  const { t, url, adminMenu } = usePage();
  const { done, decided, list, run } = flash;
  const origin = useTaskOrigin();
  const { name, texts, paths } = flash.kind;
  const left = adminMenu?.counts[name];
  const rest =
    list === null
      ? ""
      : left
        ? t.count("moderation.frame.left", Number.parseInt(left, 10), { n: left })
        : `${formatListText(t, name, "empty", list)}.`;
  return (
    <Notice
      tone="success"
      live
      title={
        decided && paths.item ? (
          <a href={url(paths.item(decided.id))}>{decided.title}</a>
        ) : (
          decided?.title || null
        )
      }
    >
      <p>{`${t(`${texts}.${done}`)} ${rest}`}</p>
      {decided?.warning && done !== "undone" ? (
        <p>
          <strong>{t("moderation.frame.publishedDespite", { warning: decided.warning })}</strong>
        </p>
      ) : null}
      {decided?.stillPublic ? (
        <p>
          {t.count(
            `moderation.${name === "conversations" ? name : "reports"}.stillPublic`,
            decided.stillPublic,
          )}{" "}
          {paths.item ? (
            <a href={`${url(paths.item(decided.id, { run }))}#${SUSPEND_LISTINGS}`}>
              {t("moderation.reports.staysPublic.suspendAll")}
            </a>
          ) : null}
        </p>
      ) : null}
      <MailDelay />
      {undo ? <UndoForm undo={undo} run={decided ? run : origin.run} isOther={decided !== null} /> : null}
    </Notice>
  );
}

/** Says that mails wait, while sending fails. */
export function MailDelay() {
  const { t, adminMenu } = usePage();
  return adminMenu?.counts.lateMails ? <p>{t("moderation.frame.mailDelay")}</p> : null;
}

/** Its access key is also a single key of client/enhance/decision-keys, which prefers the page's own undo. */
export function UndoForm({
  undo: { action, fields, endsTs, label = "moderation.frame.undo" },
  isOther = false,
  ...origin
}: {
  undo: Undo;
  /** Whether it undoes the decision before this page, about another item. */
  isOther?: boolean;
} & Partial<TaskOrigin>) {
  const { t, url, locale } = usePage();
  return (
    <div className="row" data-undo={isOther ? "other" : "own"}>
      <ActionButton
        action={url(withQuery(action, origin))}
        fields={fields}
        variant="secondary"
        size="small"
        accessKey="u"
      >
        {t(label)}
      </ActionButton>
      {endsTs === null ? null : (
        <span className="small">{t("moderation.frame.undoHelp", { time: formatClock(endsTs, locale) })}</span>
      )}
    </div>
  );
}
