import type { ExecutionContext } from "@cloudflare/workers-types";
import type { Ctx } from "../../src/context";
import type { Bindings } from "../../src/env";
import { findVisibleListing, type ListingCard } from "../../src/features/listings";
import { findMatches } from "../../src/features/search/find-matches";
import { findSimilar } from "../../src/features/search/similar";
import { findTeacher } from "../../src/features/search/teacher";
import { createServices, createShared } from "../../src/http/services";
import { paths } from "../../src/shared/paths";
import { parseSearch } from "../../src/shared/schemas/search";

/*
 * The limit that a page's cost is held against: the same statements over the same data in the same workerd, answered by a
 * template string, with nothing in front of it. Never deployed.
 */
const shared = createShared();

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const cardMarkup = (card: ListingCard): string => `<li><a href="/tutoring/${card.id}">
${card.picture ? `<img src="${escaped(card.picture.src)}" width="${card.picture.width}" height="${card.picture.height}" alt="">` : ""}
<h3>${escaped(card.title)}</h3><p>${card.subject} ${card.levels.join(", ")}</p><p>${escaped(card.teacherName)}</p>
<p>${card.county} ${escaped(card.neighbourhood)}</p><p>${(card.pricePerHour ?? 0) / 100} lei</p></a></li>`;

const page = (title: string, body: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body>${body}</body></html>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );

async function list(ctx: Ctx, query: URLSearchParams): Promise<Response> {
  const { promoted, content, total, next } = await findMatches(ctx, parseSearch(query));
  const cards = [...promoted, ...content].map(cardMarkup).join("");
  return page(
    "List",
    `<h1>${total ?? "1,000+"}</h1><ul>${cards}</ul><a href="?after=${next ?? ""}">next</a>`,
  );
}

async function listing(ctx: Ctx, id: string): Promise<Response> {
  const found = await findVisibleListing(ctx, id);
  if (!found) return new Response("", { status: 404 });
  const [teacher, similar] = await Promise.all([findTeacher(ctx, found.ownerId), findSimilar(ctx, found)]);
  return page(
    found.title,
    `<h1>${escaped(found.title)}</h1><p>${escaped(found.description)}</p><p>${escaped(found.owner.firstName)} ${teacher?.experienceTeaching ?? 0}</p>
<ul>${similar.map(cardMarkup).join("")}</ul>`,
  );
}

export default {
  fetch(request: Request, bindings: Bindings, execution: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const ctx = createServices({ bindings, execution, shared, locale: "en", requestId: "", address: "" });
    return pathname === paths.listings()
      ? list(ctx, searchParams)
      : listing(ctx, pathname.split("/").at(-1) ?? "");
  },
};
