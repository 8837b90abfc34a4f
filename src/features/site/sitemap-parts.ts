import { createHash } from "node:crypto";
import type { Ctx } from "@/context";
import { postsStamp, postYears } from "@/features/blog";
import { paths } from "@/shared/paths";
import { listingEntries, listingParts, listingsStamp } from "./sitemap-listings";
import { listEntries, pageEntries, type SitemapPage } from "./sitemap-pages";
import { postEntries, postListEntries } from "./sitemap-posts";
import { entriesXml, PART_END, PART_HEAD, type SitemapEntry } from "./sitemap-xml";

/** The numbers of a kind's parts never shift: docs/decisions/0040. */
type Kind = {
  /** The numbers of the non-empty parts. */
  parts(ctx: Ctx): Promise<number[]>;
  /** A fingerprint of a part, for its ETag; null if there is no such part. */
  stamp(ctx: Ctx, part: number): Promise<string | null>;
  /** A part's entries, one statement's rows at a time. */
  entries(ctx: Ctx, part: number): AsyncGenerator<SitemapEntry[]>;
};

/** A kind whose entries fit into one part and are read together. */
function whole(read: (ctx: Ctx) => Promise<SitemapEntry[]>): Kind {
  return {
    parts: async (ctx) => ((await read(ctx)).length > 0 ? [1] : []),
    async stamp(ctx, part) {
      const found = part === 1 ? await read(ctx) : [];
      return found.length > 0 ? JSON.stringify(found) : null;
    },
    async *entries(ctx) {
      yield await read(ctx);
    },
  };
}

const createKinds = (pages: readonly SitemapPage[]): ReadonlyMap<string, Kind> =>
  new Map<string, Kind>([
    ["pages", whole(async () => pageEntries(pages))],
    ["lists", whole(listEntries)],
    ["listings", { parts: listingParts, stamp: listingsStamp, entries: listingEntries }],
    ["posts", { parts: postYears, stamp: postsStamp, entries: postEntries }],
    ["categories", whole(postListEntries)],
  ]);

/** Paths of all parts. `pages` are the pages that exist once. */
export async function sitemapParts(ctx: Ctx, pages: readonly SitemapPage[]): Promise<string[]> {
  const kinds = await Promise.all(
    [...createKinds(pages)].map(async ([name, kind]) =>
      (await kind.parts(ctx)).map((part) => paths.sitemapPart(`${name}-${part}.xml`)),
    ),
  );
  return kinds.flat();
}

/** A part by its file name, "listings-1.xml"; null if there is none. */
export async function findSitemapPart(ctx: Ctx, file: string, pages: readonly SitemapPage[]) {
  const [, name = "", number = ""] = file.match(/^([a-z]+)-([1-9]\d{0,6})\.xml$/) ?? [];
  const kind = createKinds(pages).get(name);
  const stamp = kind ? await kind.stamp(ctx, Number(number)) : null;
  if (!kind || stamp === null) return null;
  return { etag: etagOf(ctx.config.SITE_URL + stamp), xml: () => partXml(ctx, kind, Number(number)) };
}

export const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

async function* partXml(ctx: Ctx, kind: Kind, part: number): AsyncGenerator<string> {
  yield PART_HEAD;
  for await (const entries of kind.entries(ctx, part)) yield entriesXml(ctx.config.SITE_URL, entries);
  yield PART_END;
}
