import type { ExecutionContext } from "@cloudflare/workers-types";
import type { Ctx } from "../../src/context";
import type { Bindings } from "../../src/env";
import { findVisibleListing, type ListingCardRow } from "../../src/features/listings";
import { toScope } from "../../src/features/search/list/list-metadata";
import { getScopeSummary } from "../../src/features/search/list/scope-summary";
import { findTeacherProfile, listSimilarListings } from "../../src/features/search/listing-page/queries";
import { listMatches } from "../../src/features/search/matching/list-matches";
import { createAppContext, createSharedServices } from "../../src/http/app-context";
import { paths } from "../../src/shared/paths";
import { parseSearch } from "../../src/shared/schemas/search";

/**
 * The site's own page around its cards, which does not change here: a page of the limit has the parts and about the bytes
 * of the site's.
 */
type Shells = Record<"LIST_BEFORE" | "LIST_AFTER" | "LISTING_BEFORE" | "LISTING_AFTER", string>;

/*
 * The limit that a page's cost is held against: the same statements over the same data in the same workerd, answered by a
 * template string, with nothing in front of it. Never deployed.
 */
const shared = createSharedServices();

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const cardMarkup = (card: ListingCardRow): string => `<li><a href="/tutoring/${card.id}">
${card.picture ? `<img src="${escaped(card.picture.src)}" width="${card.picture.width}" height="${card.picture.height}" alt="">` : ""}
<h3>${escaped(card.title)}</h3><p>${card.subject} ${card.levels.join(", ")}</p><p>${escaped(card.teacherName)}</p>
<p>${card.county} ${escaped(card.neighbourhood)}</p><p>${(card.pricePerHour ?? 0) / 100} lei</p></a></li>`;

const page = (before: string, body: string, after: string): Response =>
  new Response(`${before}${body}${after}`, { headers: { "content-type": "text/html; charset=utf-8" } });

async function list(ctx: Ctx, shells: Shells, search: URLSearchParams): Promise<Response> {
  const query = parseSearch(search);
  const [{ promoted, content, total, next }, { siblings }] = await Promise.all([
    listMatches(ctx, query),
    getScopeSummary(ctx, toScope(query.filters)),
  ]);
  const cards = [...promoted, ...content].map(cardMarkup).join("");
  const counts = siblings.map(({ listings }) => `<li>${listings}</li>`).join("");
  const body = `<h1>${total ?? "1,000+"}</h1><ul>${cards}</ul><a href="?after=${next ?? ""}">next</a><ul>${counts}</ul>`;
  return page(shells.LIST_BEFORE, body, shells.LIST_AFTER);
}

async function listing(ctx: Ctx, shells: Shells, id: string): Promise<Response> {
  const row = await findVisibleListing(ctx, id);
  if (!row) return new Response("", { status: 404 });
  const [teacher, similar] = await Promise.all([
    findTeacherProfile(ctx, row.ownerId),
    listSimilarListings(ctx, row),
  ]);
  return page(
    shells.LISTING_BEFORE,
    `<h1>${escaped(row.title)}</h1><p>${escaped(row.description)}</p><p>${escaped(row.owner.firstName)} ${teacher?.experienceTeaching ?? 0}</p>
<ul>${similar.map(cardMarkup).join("")}</ul>`,
    shells.LISTING_AFTER,
  );
}

export default {
  fetch(request: Request, bindings: Bindings & Shells, execution: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const ctx = createAppContext({ bindings, execution, shared, locale: "en", requestId: "", address: "" });
    return pathname === paths.listings()
      ? list(ctx, bindings, searchParams)
      : listing(ctx, bindings, pathname.split("/").at(-1) ?? "");
  },
};
