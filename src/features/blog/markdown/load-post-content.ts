import type { Ctx } from "@/context";
import type { ListingCardRow } from "@/features/listings";
import { listNewestByScope } from "@/features/search";
import type { PictureSize } from "@/platform/measure-picture";
import { toBlogPictureKey } from "../blog-pictures";
import { findMarkdownError } from "./markdown-bounds";
import { parsePicturePath } from "./post-links";
import { parseShortCodes, type ShortCode } from "./short-codes";

/** Pictures of a post whose sizes are read. */
const MAX_PICTURES = 40;

/** A post's text with its pictures' sizes and embedded listings, ready for `PostBody`. */
export type PostContent = {
  postId: string;
  /** Markdown. */
  body: string;
  /** The site's origin. */
  site: string;
  /** Picture sizes by file name. */
  sizes: ReadonlyMap<string, PictureSize>;
  /** Embedded listings by the line of their short code. */
  embedded: ReadonlyMap<string, { code: ShortCode; cards: readonly ListingCardRow[] }>;
  /** ms */
  now: number;
};

/**
 * Reads what a post's body refers to: the sizes of its pictures (one R2 read each) and the listings of its short codes
 * (one statement, none without short codes).
 */
export async function loadPostContent(
  ctx: Ctx,
  { id, body }: { id: string; body: string },
): Promise<PostContent> {
  const isParsable = findMarkdownError(body) === null;
  const codes = [...(isParsable ? parseShortCodes(body) : [])];
  const files = isParsable ? findPictureFiles(body, id) : [];
  const [cardLists, sizes] = await Promise.all([
    codes.length > 0
      ? listNewestByScope(
          ctx,
          codes.map(([, code]) => code),
        )
      : [],
    Promise.all(files.map((file) => ctx.media.getSize(toBlogPictureKey(id, file)))),
  ]);
  return {
    postId: id,
    body,
    site: ctx.config.SITE_URL,
    sizes: new Map(files.flatMap((file, n) => (sizes[n] ? [[file, sizes[n]] as const] : []))),
    embedded: new Map(codes.map(([line, code], n) => [line, { code, cards: cardLists[n] ?? [] }])),
    now: ctx.now,
  };
}

/** The embedded listings, for the statistics of views. */
export const listEmbeddedListings = ({ embedded }: PostContent): ListingCardRow[] =>
  [...embedded.values()].flatMap(({ cards }) => cards);

function findPictureFiles(body: string, postId: string): string[] {
  const paths = body.match(/\/images\/blog\/[^\s()<>"'\]]+/g) ?? [];
  const files = paths.flatMap((path) => parsePicturePath(path, postId) ?? []);
  return [...new Set(files)].slice(0, MAX_PICTURES);
}
