import type { Ctx } from "@/context";
import { paths } from "@/shared/paths";
import {
  computeListingsFingerprint,
  computeTeachersFingerprint,
  iterateListingEntries,
  iterateTeacherEntries,
  listBlogEntries,
  listListingParts,
  listPageEntries,
  listPostEntries,
  listSearchPageEntries,
  listTeacherParts,
  type SitemapPage,
} from "./sitemap-entries";
import { PART_END, PART_START, renderEntries, type SitemapEntry } from "./sitemap-xml";

/** A group of entries in numbered parts, such as listings-1.xml. The numbers never shift: docs/decisions/0040. */
type EntryGroup = {
  /** The numbers of the non-empty parts. */
  listParts(ctx: Ctx): Promise<number[]>;
  /** A fingerprint of a part, which changes with its entries; null if there is no such part. */
  computeFingerprint(ctx: Ctx, part: number): Promise<string | null>;
  /** A part's entries, one statement's rows at a time. */
  iterateEntries(ctx: Ctx, part: number): AsyncGenerator<SitemapEntry[]>;
};

/** A group whose entries fit into one part and are read together. */
function createSinglePartGroup(listEntries: (ctx: Ctx) => Promise<SitemapEntry[]>): EntryGroup {
  return {
    listParts: async (ctx) => ((await listEntries(ctx)).length > 0 ? [1] : []),
    async computeFingerprint(ctx, part) {
      const entries = part === 1 ? await listEntries(ctx) : [];
      return entries.length > 0 ? JSON.stringify(entries) : null;
    },
    async *iterateEntries(ctx) {
      yield await listEntries(ctx);
    },
  };
}

const createGroups = (pages: readonly SitemapPage[]): ReadonlyMap<string, EntryGroup> =>
  new Map<string, EntryGroup>([
    ["pages", createSinglePartGroup(async () => listPageEntries(pages))],
    ["lists", createSinglePartGroup(listSearchPageEntries)],
    [
      "listings",
      {
        listParts: listListingParts,
        computeFingerprint: computeListingsFingerprint,
        iterateEntries: iterateListingEntries,
      },
    ],
    [
      "teachers",
      {
        listParts: listTeacherParts,
        computeFingerprint: computeTeachersFingerprint,
        iterateEntries: iterateTeacherEntries,
      },
    ],
    ["posts", createSinglePartGroup(listPostEntries)],
    ["categories", createSinglePartGroup(listBlogEntries)],
  ]);

/** Paths of all parts. `pages` are the pages that exist once. */
export async function listSitemapParts(ctx: Ctx, pages: readonly SitemapPage[]): Promise<string[]> {
  const parts = await Promise.all(
    [...createGroups(pages)].map(async ([name, group]) =>
      (await group.listParts(ctx)).map((part) => paths.sitemapPart(`${name}-${part}.xml`)),
    ),
  );
  return parts.flat();
}

/** A part by its file name, "listings-1.xml"; null if there is none. */
export async function findSitemapPart(ctx: Ctx, file: string, pages: readonly SitemapPage[]) {
  const [, name = "", number = ""] = file.match(/^([a-z]+)-([1-9]\d{0,6})\.xml$/) ?? [];
  const group = createGroups(pages).get(name);
  const part = Number(number);
  const fingerprint = group ? await group.computeFingerprint(ctx, part) : null;
  if (!group || fingerprint === null) return null;
  return { fingerprint, xml: () => renderPart(ctx, group, part) };
}

async function* renderPart(ctx: Ctx, group: EntryGroup, part: number): AsyncGenerator<string> {
  yield PART_START;
  for await (const entries of group.iterateEntries(ctx, part))
    yield renderEntries(ctx.config.SITE_URL, entries);
  yield PART_END;
}
