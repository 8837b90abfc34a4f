import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { eInvoices } from "@/db/schema";
import { toAnswerKey } from "@/features/invoices";
import { type EFactura, EFacturaError, type EFacturaMessage } from "@/platform/e-factura";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { expireAccessTokenStatement, getAccessToken } from "./connection";
import { type EInvoice, listDueEInvoices } from "./queries";
import { findEarlierIndex, readAnswer } from "./read-answer";
import { renderEInvoice } from "./render-e-invoice";
import { getTaxDigits } from "./render-ubl-document";

/** Maximum documents of one run; the next run continues. */
const MAX_DOCUMENTS = 40;
/** Shortest and longest pause (ms) between questions about one document: fewer than 100 a day are allowed. */
const MIN_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = HOUR_MS;
/**
 * How long (ms) after an upload without an answer the authority is first asked whether it has the document, and after which
 * it counts as lost: the authority lists only what it has processed, which takes hours on busy days.
 */
const LOOK_UP_AFTER_MS = HOUR_MS;
const LOST_AFTER_MS = DAY_MS;
/** The authority lists messages of 60 days. */
const LISTED_MS = 59 * DAY_MS;
/** The clocks of the site and the authority may differ by this (ms). */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
/** Maximum answers that one run reads to find lost uploads. */
const MAX_ANSWERS = 300;

type Session = { authority: EFactura; accessToken: string };

/**
 * Job: uploads documents to the authority, asks what became of them, and stores its signed answers. A document is uploaded
 * once, whenever the job dies and however often it runs: see docs/decisions/0108.
 */
export async function sendEInvoices(ctx: Ctx): Promise<void> {
  const authority = ctx.eFactura;
  if (!authority) return;
  try {
    const accessToken = await getAccessToken(ctx, authority);
    if (accessToken === null) return ctx.log.info("e_factura_not_connected");
    const session = { authority, accessToken };
    const due = await listDueEInvoices(ctx, MAX_DOCUMENTS);
    const byState = Map.groupBy(due, ({ eInvoice }) => eInvoice.state);
    await updateLostUploads(ctx, session, byState.get("uploading") ?? []);
    for (const invoice of byState.get("uploaded") ?? [])
      await saveOutcome(withCurrentTime(ctx), session, invoice);
    for (const invoice of byState.get("queued") ?? []) await upload(withCurrentTime(ctx), session, invoice);
  } catch (error) {
    if (!(error instanceof EFacturaError)) throw error;
    if (error.kind === "unauthorized") {
      await ctx.commit([expireAccessTokenStatement(ctx)]);
      throw error;
    }
    ctx.log.warn("e_factura_unavailable", { error: error.message });
  }
}

const isRefused = (error: unknown): error is EFacturaError =>
  error instanceof EFacturaError && error.kind === "refused";

type Changes = Partial<typeof eInvoices.$inferInsert>;

/** Changes a document's row if it still fulfils the condition. Returns whether it did. */
async function updateEInvoice(
  ctx: Ctx,
  label: string,
  condition: SQL | undefined,
  changes: Changes,
): Promise<boolean> {
  const [changed] = await ctx.commit([
    ctx.db
      .update(eInvoices)
      .set(changes)
      .where(and(eq(eInvoices.label, label), condition))
      .returning({ label: eInvoices.label }),
  ]);
  return hasRows(changed);
}

/** Condition: the upload that began at a time (ms), or at any time, has no stored answer. */
const isUploading = (uploadTs: number | null) =>
  and(eq(eInvoices.state, "uploading"), uploadTs === null ? undefined : eq(eInvoices.uploadTs, uploadTs));

async function upload(ctx: Ctx, { authority, accessToken }: Session, invoice: EInvoice): Promise<void> {
  const { label, seller, buyer, kind } = invoice;
  const xml = renderEInvoice(ctx, invoice);
  // Before the upload, so that no other run uploads it too, and a later one knows that it may have happened.
  const uploadTs = ctx.now;
  const claim = { state: "uploading", uploadTs, dueTs: uploadTs + LOOK_UP_AFTER_MS } as const;
  if (!(await updateEInvoice(ctx, label, eq(eInvoices.state, "queued"), claim))) return;
  const isClaimed = isUploading(uploadTs);
  if (xml === null || !buyer)
    return void (await updateEInvoice(ctx, label, isClaimed, reject(ctx, getProblem(ctx, "noBuyer"))));
  const document = {
    xml,
    taxId: getTaxDigits(seller.tax_id),
    isCreditNote: kind === "credit_note",
    isCompany: buyer.kind === "company",
  };
  try {
    const result = await authority.upload(accessToken, document);
    const changes =
      "index" in result
        ? toUploaded(result.index, ctx.now + MIN_PAUSE_MS)
        : toErrorChanges(ctx, result.error);
    await updateEInvoice(ctx, label, isClaimed, changes);
  } catch (error) {
    if (!(error instanceof EFacturaError)) throw error;
    // Otherwise the document may have arrived.
    if (error.kind !== "unknown") {
      const again = { state: "queued", dueTs: ctx.now + MIN_PAUSE_MS, error: error.message } as const;
      await updateEInvoice(ctx, label, isClaimed, again);
    }
    if (error.kind !== "refused") throw error;
  }
}

const toUploaded = (uploadIndex: string, dueTs: number): Changes => ({
  state: "uploaded",
  uploadIndex,
  dueTs,
  error: "",
});

const reject = (ctx: Ctx, error: string): Changes => ({
  state: "rejected",
  error,
  dueTs: null,
  settledTs: ctx.now,
});

/** Why the site gave up, in Romanian like the authority's texts. */
const getProblem = (ctx: Ctx, problem: "noBuyer" | "maybeRejected"): string =>
  ctx.translator("ro")(`e-factura.problems.${problem}`);

/** A rejected document, or a duplicate: then the earlier upload counts, and its outcome is asked for. */
function toErrorChanges(ctx: Ctx, error: string): Changes {
  const earlier = findEarlierIndex(error);
  return earlier === null ? reject(ctx, error) : toUploaded(earlier, ctx.now);
}

async function saveOutcome(ctx: Ctx, session: Session, { label, eInvoice }: EInvoice): Promise<void> {
  const index = eInvoice.uploadIndex ?? "";
  const isUnchanged = and(eq(eInvoices.state, "uploaded"), eq(eInvoices.uploadIndex, index));
  const changes = await loadOutcome(ctx, session, { label, index, uploadTs: eInvoice.uploadTs ?? 0 }).catch(
    (error): Changes => {
      if (!isRefused(error)) throw error;
      return { dueTs: ctx.now + MAX_PAUSE_MS, error: error.message };
    },
  );
  await updateEInvoice(ctx, label, isUnchanged, changes);
}

/** The changes that follow from the authority's outcome. Its signed answer is stored first. */
async function loadOutcome(
  ctx: Ctx,
  { authority, accessToken }: Session,
  { label, index, uploadTs }: { label: string; index: string; uploadTs: number },
): Promise<Changes> {
  const outcome = await authority.getState(accessToken, index);
  if (outcome.state === "processing") {
    const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, (ctx.now - uploadTs) / 4));
    return { dueTs: Math.round(ctx.now + pause) };
  }
  if (outcome.state === "refused") return toErrorChanges(ctx, outcome.error);
  const { downloadId } = outcome;
  const zip = await authority.download(accessToken, downloadId);
  const settled =
    outcome.state === "accepted"
      ? { state: "accepted" as const, dueTs: null, settledTs: ctx.now, error: "" }
      : toErrorChanges(ctx, readAnswer(zip).errors.join("\n"));
  // Of a duplicate, the answer about the earlier upload is stored.
  if (settled.state === "uploaded") return settled;
  await ctx.media.putDocument(toAnswerKey(label), zip, "application/zip");
  return { ...settled, downloadId };
}

/**
 * Documents whose upload has begun without a stored answer. Those that the authority lists are uploaded. The others are
 * looked for again, with growing pauses because an answer can be read ten times a day, and uploaded again after a day.
 */
async function updateLostUploads(ctx: Ctx, session: Session, lost: readonly EInvoice[]): Promise<void> {
  const bySeller = Map.groupBy(lost, ({ seller }) => getTaxDigits(seller.tax_id));
  for (const [taxId, invoices] of bySeller) {
    // No upload is earlier than the issue, also if the database has lost its time.
    const since = Math.min(...invoices.map(({ issuedTs }) => issuedTs));
    const getChanges = await saveListedUploads(ctx, session, taxId, since).catch((error) => {
      if (!isRefused(error)) throw error;
      return (): Changes => ({ dueTs: ctx.now + MAX_PAUSE_MS, error: error.message });
    });
    for (const { label, eInvoice } of invoices) {
      const uploadTs = eInvoice.uploadTs ?? 0;
      await updateEInvoice(ctx, label, isUploading(uploadTs), getChanges(ctx.now - uploadTs));
    }
  }
}

/** Stores which documents the authority lists since a time (ms). Returns the changes of the others, by their age (ms). */
async function saveListedUploads(
  ctx: Ctx,
  session: Session,
  taxId: string,
  since: number,
): Promise<(age: number) => Changes> {
  const list = (state: "accepted" | "rejected") => listUnknownMessages(ctx, session, { taxId, since, state });
  let read = 0;
  for await (const { id, index } of list("accepted")) {
    // The authority refuses what it has as a duplicate, and names the index.
    if (++read > MAX_ANSWERS) break;
    const { label } = readAnswer(await session.authority.download(session.accessToken, id));
    // Also one that is not due yet: its answer need not be read again.
    await updateEInvoice(ctx, label, isUploading(null), toUploaded(index, ctx.now));
  }
  // Answers about rejected documents name no invoice, so an admin decides.
  const { done: hasNoRejections } = await list("rejected").next();
  return (age) => {
    if (age < LOST_AFTER_MS) return { dueTs: ctx.now + Math.max(age, LOOK_UP_AFTER_MS) };
    return hasNoRejections
      ? { state: "queued", dueTs: ctx.now }
      : reject(ctx, getProblem(ctx, "maybeRejected"));
  };
}

/** Messages about the seller's sent documents since a time (ms), except those with a stored index. */
async function* listUnknownMessages(
  ctx: Ctx,
  { authority, accessToken }: Session,
  { taxId, since, state }: { taxId: string; since: number; state: "accepted" | "rejected" },
): AsyncGenerator<EFacturaMessage> {
  const from = Math.max(since - CLOCK_DIFFERENCE_MS, ctx.now - LISTED_MS);
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await authority.listSent(accessToken, { taxId, from, until: ctx.now, state, page });
    pages = list.pages;
    const indexes = JSON.stringify(list.messages.map(({ index }) => index));
    const rows = await ctx.db.all<{ index: string }>(
      sql`select value as "index" from json_each(${indexes})
        where not exists (select 1 from ${eInvoices} where upload_index = value)`,
    );
    const unknown = new Set(rows.map(({ index }) => index));
    yield* list.messages.filter(({ index }) => unknown.has(index));
  }
}
