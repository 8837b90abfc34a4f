import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { findListing, findPublicTitle, type ListingDetails, listVisibleListings } from "@/features/listings";
import { getShortlist, setGuestShortlist, takeShortlistLeftOut } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { renderSignedOut } from "@/http/render-signed-out";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { type Refusal, Refused } from "@/shared/errors";
import { formatFullName, formatList } from "@/shared/format";
import { localizePath } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { formatShortlist, MAX_GUEST_SHORTLIST, parseShortlist } from "@/shared/shortlist";
import { addSharedListings } from "../add-to-shortlist";
import { loadComparison } from "./load-comparison";
import { findShortlistNote, loadShortlist, type ShortlistEntry } from "./load-shortlist";
import { NotePage } from "./note-page";
import { saveShortlistNote } from "./save-shortlist-note";
import { SharedShortlistPage } from "./shared-shortlist-page";
import { ShortlistPage } from "./shortlist-page";

/** The page with the visitor's shortlist, its notes, and shared shortlists. */
export const shortlistPageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const DONE = ["added", "added_some"] as const;

shortlistPageRoutes.get(paths.shortlist(), async (c) => {
  const { ctx } = c.var;
  const ids = getShortlist(c);
  const removedId = c.req.query("removed") ?? "";
  const isRemoved = ID_PATTERN.test(removedId) && !ids.includes(removedId);
  const [entries, removed] = await Promise.all([
    loadShortlist(ctx, ids),
    isRemoved ? listVisibleListings(ctx, [removedId]) : [],
  ]);
  const comparison = await loadComparison(
    ctx,
    entries.flatMap(({ listing }) => listing ?? []),
  );
  const view = {
    entries,
    comparison,
    // A listing that is no longer public can't be added again.
    removed: removed[0] ? { id: removedId, title: removed[0].title } : null,
    done: DONE.find((done) => done === c.req.query("done")) ?? null,
    leftOut: takeShortlistLeftOut(c),
    sharedUrl: toSharedUrl(c, entries),
    now: ctx.now,
  };
  return renderPage(
    c,
    { title: ctx.t("shortlist.page.title"), noindex: true },
    <ShortlistPage view={view} />,
  );
});

/** The address under which others see the newest of the listings; null without any. */
function toSharedUrl(c: C, entries: readonly ShortlistEntry[]): string | null {
  const { config, locale } = c.var.ctx;
  const ids = entries.flatMap(({ listing }) => listing?.id ?? []).slice(0, MAX_GUEST_SHORTLIST);
  if (ids.length === 0) return null;
  return config.SITE_URL + localizePath(locale, paths.sharedShortlist({ ids: formatShortlist(ids) }));
}

/** Longest list of ids that is read, in characters: more than `MAX_GUEST_SHORTLIST` ids take. */
const MAX_IDS_TEXT = 2000;

const parseSharedIds = (text: string) => parseShortlist(text.slice(0, MAX_IDS_TEXT));

shortlistPageRoutes.get(paths.sharedShortlist(), async (c) => {
  const { ctx } = c.var;
  const sharedIds = parseSharedIds(c.req.query("ids") ?? "");
  const listings = sharedIds.length === 0 ? [] : await listVisibleListings(ctx, sharedIds);
  const saved = getShortlist(c);
  const view = {
    comparison: await loadComparison(ctx, listings),
    hidden: sharedIds.length - listings.length,
    newIds: listings.map(({ id }) => id).filter((id) => !saved.includes(id)),
    now: ctx.now,
  };
  const head = {
    ...describeShared(ctx, listings),
    // Without its query, the address would show nothing in the preview of a message.
    canonical: paths.sharedShortlist({ ids: formatShortlist(sharedIds) }),
    noindex: true,
  };
  return renderPage(c, head, <SharedShortlistPage view={view} />);
});

/** The title and description that a preview of the link shows. */
function describeShared({ t, locale }: Ctx, listings: readonly ListingDetails[]) {
  if (listings.length === 0) return { title: t("shortlist.shared.title") };
  const subjects = [...new Set(listings.map(({ subject }) => t(`general.subjects.${subject}`)))];
  const teachers = [...new Set(listings.map(({ owner }) => formatFullName(owner)))];
  return {
    title: t.count("shortlist.shared.preview", listings.length, { subjects: formatList(subjects, locale) }),
    description: t("shortlist.shared.previewText", { teachers: formatList(teachers.slice(0, 5), locale) }),
  };
}

/** Another site's form would arrive without the cookie, and its response would replace the visitor's shortlist. */
shortlistPageRoutes.post(paths.sharedShortlist(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const added = await addSharedListings(ctx, {
    ids: getShortlist(c),
    sharedIds: parseSharedIds(form.text("ids")),
  });
  if (!ctx.user) setGuestShortlist(c, added.ids);
  // The browser may have prefetched pages that show the hearts as they were.
  c.header("clear-site-data", '"prefetchCache", "prerenderCache"');
  return seeOther(c, paths.shortlist({ done: added.isFull ? "added_some" : "added" }));
});

shortlistPageRoutes.get(paths.shortlistNote(":id"), (c) => {
  const listingId = idParam(c);
  requireUser(c.var.ctx);
  return renderNotePage(c, listingId);
});

shortlistPageRoutes.post(paths.shortlistNote(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const listingId = idParam(c);
  const form = await readForm(c);
  const note = form.text("note");
  if (!ctx.user) return renderSignedOut(c, paths.shortlistNote(listingId), form.values());
  const result = await saveShortlistNote(ctx, listingId, {
    note,
    version: parseVersion(form.text("version")),
  });
  if (!result.ok) return renderNotePage(c, listingId, { note, refusal: result.refusal });
  return seeOther(c, `${paths.shortlist()}#listing-${listingId}`);
});

/** The form of a note; `refused` with the typed note, next to the stored one if that was changed meanwhile. */
async function renderNotePage(c: C, listingId: string, refused?: { note: string; refusal: Refusal }) {
  const { ctx } = c.var;
  const [stored, listing] = await Promise.all([
    findShortlistNote(ctx, requireUser(ctx).id, listingId),
    findListing(ctx, listingId),
  ]);
  if (!refused && !stored) throw new Refused({ code: "not_found" });
  const { errors, message } = explainFormRefusal(c, refused?.refusal);
  const view = {
    listingId,
    title: listing && findPublicTitle(listing, ctx.now),
    stored,
    typed: refused?.note ?? stored?.note ?? "",
    hasConflict: refused?.refusal.reason === "datastale",
    errors,
    message: refused?.refusal.code === "conflict" || !stored ? null : message,
  };
  const head = { title: ctx.t("shortlist.note.title"), noindex: true };
  return renderPage(c, head, <NotePage view={view} />, toFormStatus(refused?.refusal));
}
