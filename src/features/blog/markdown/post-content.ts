import type { Ctx } from "@/context";
import type { ListingCard } from "@/features/listings";
import { findEmbedded } from "@/features/search";
import type { PictureSize } from "@/platform/media";
import { blogPictureKey } from "../pictures";
import { checkMarkdown } from "./markdown-bounds";
import { ownPictureFile } from "./markdown-tree";
import { type ShortCode, shortCodesOf } from "./short-codes";

/** The sizes of so many of a post's pictures are looked up. */
const MOST_PICTURES = 40;

/** A post's text with what it shows beside its words, ready for `PostBody`. */
export type PostContent = {
  postId: string;
  /** Markdown. */
  body: string;
  /** The site's origin. */
  site: string;
  /** By file name. */
  sizes: ReadonlyMap<string, PictureSize>;
  /** By the short code's line. */
  embedded: ReadonlyMap<string, { code: ShortCode; cards: readonly ListingCard[] }>;
  /** ms */
  now: number;
};

/**
 * Reads what a post's body names: the sizes of its own pictures (one look into the bucket each) and the listings of its
 * short codes (one statement, none without them).
 */
export async function postContent(
  ctx: Ctx,
  { id, body }: { id: string; body: string },
): Promise<PostContent> {
  const readable = checkMarkdown(body) === null;
  const codes = [...(readable ? shortCodesOf(body) : [])];
  const files = readable ? pictureFiles(body, id) : [];
  const [found, sizes] = await Promise.all([
    codes.length > 0
      ? findEmbedded(
          ctx,
          codes.map(([, code]) => code),
        )
      : [],
    Promise.all(files.map((file) => ctx.media.sizeOf(blogPictureKey(id, file)))),
  ]);
  return {
    postId: id,
    body,
    site: ctx.config.SITE_URL,
    sizes: new Map(files.flatMap((file, n) => (sizes[n] ? [[file, sizes[n]] as const] : []))),
    embedded: new Map(codes.map(([line, code], n) => [line, { code, cards: found[n] ?? [] }])),
    now: ctx.now,
  };
}

/** What embedded listings count as shown. */
export const embeddedCards = ({ embedded }: PostContent): ListingCard[] =>
  [...embedded.values()].flatMap(({ cards }) => cards);

function pictureFiles(body: string, postId: string): string[] {
  const named = body.match(/\/images\/blog\/[^\s()<>"'\]]+/g) ?? [];
  const files = named.flatMap((path) => ownPictureFile(path, postId) ?? []);
  return [...new Set(files)].slice(0, MOST_PICTURES);
}
