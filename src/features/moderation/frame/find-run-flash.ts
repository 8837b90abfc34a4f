import { and, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { decisionUndos, listings } from "@/db/schema";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { countStillPublic } from "./count-still-public";
import { type DecisionFlash, toDecided, toUndo } from "./decision-notice";
import { findDecidedName } from "./find-decided-name";
import { KIND_PATHS, type KindName } from "./kind-paths";
import { UNDO_SUBJECTS } from "./undo-decision";

/** Rows of the follow-up list, of which a run has those without decisions of their own. */
const TASKS = {
  name: "tasks",
  texts: "follow-up.done",
  paths: { queue: paths.followUp, item: paths.followUpRow, action: (id: string) => paths.followUpRow(id) },
};
const UNDONE_BY_REOPENING = ["done", "tomorrow", "week"];

/**
 * The decision before this page in a run through all tasks, whose items are of several kinds; null for invalid values.
 * The page of the item says whether the undo is still possible.
 */
export async function findRunFlash(
  { db, now, t }: Ctx,
  { kind = "", done = "", decided = "", before = "", decision = "", version = "" }: Record<string, string>,
): Promise<DecisionFlash | null> {
  const flash = { done, list: null, run: before };
  if (kind === TASKS.name && decided && t.has(`${TASKS.texts}.${done}`)) {
    const [name = "", id = ""] = decided.split(":");
    const queue = `follow-up.queues.${name}`;
    const title = [
      t(t.has(queue) ? queue : `${TASKS.texts}.viewRow`),
      await findDecidedName({ db }, name, id),
    ]
      .filter(Boolean)
      .join(": ");
    const reply = decision ? await findStoredUndo({ db, now }, decision, [decided]) : undefined;
    const undo = reply
      ? toUndo(paths.adminUndoReply(id), reply)
      : UNDONE_BY_REOPENING.includes(done)
        ? { action: TASKS.paths.action(decided), fields: { intent: "reopen", version }, endsTs: null }
        : null;
    return { ...flash, kind: TASKS, decided: { id: decided, title, undo } };
  }
  if (!Object.hasOwn(KIND_PATHS, kind) || !ID_PATTERN.test(decided)) return null;
  const name = kind as KindName;
  const texts = `moderation.kinds.${name}.done`;
  if (!t.has(`${texts}.${done}`)) return null;
  const undo = await findStoredUndo(
    { db, now },
    decision,
    UNDO_SUBJECTS.map((subject) => auditSubject(subject, decided)),
  );
  const [listing] =
    name === "listings" || name === "reports"
      ? await db.select({ title: listings.title }).from(listings).where(eq(listings.id, decided))
      : [];
  const [about, stillPublic] = await Promise.all([
    findDecidedName({ db }, name, decided),
    countStillPublic({ db, now }, { kind: name, done, id: decided }),
  ]);
  const title = listing?.title || [t(`moderation.kinds.${name}.heading`), about].filter(Boolean).join(": ");
  return {
    ...flash,
    kind: { name, texts, paths: KIND_PATHS[name] },
    decided: {
      id: decided,
      title,
      stillPublic,
      undo: null,
      ...(undo ? toDecided(t, KIND_PATHS[name].action(decided, "undo"), undo) : {}),
    },
  };
}

/** A decision about one of these subjects, while its time for an undo lasts. */
async function findStoredUndo(
  { db, now }: Pick<Ctx, "db" | "now">,
  decision: string,
  subjects: readonly string[],
) {
  const { decisionId, subject, expiresTs, form } = decisionUndos;
  const [undo] = await db
    .select({ form, expiresTs })
    .from(decisionUndos)
    .where(and(eq(decisionId, decision), inArray(subject, subjects), gt(expiresTs, now)));
  return undo && { ...undo, decisionId: decision };
}
