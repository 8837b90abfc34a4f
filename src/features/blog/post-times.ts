import type { PostState } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import type { PostInput } from "@/shared/schemas/post";

/** What the clock makes of a post: without a time a draft, before it scheduled, after it published. Times in ms. */
export const postState = (publishTs: number | null, now: number): PostState =>
  publishTs === null ? "draft" : publishTs > now ? "scheduled" : "published";

/**
 * When a post comes out, or came out, that was to do so at `present` (null: a draft). What is out stays out since then
 * unless it is taken back or put off. @returns null for a draft; `invalid` for a time that is missing or over
 */
export function publishTsOf(
  { state, publish_at }: Pick<PostInput, "state" | "publish_at">,
  present: number | null,
  now: number,
): Result<number | null> {
  const asked = publish_at === null ? null : Date.parse(publish_at);
  const wanted = state ?? (asked === null ? postState(present, now) : "scheduled");
  if (wanted === "draft") return ok(null);
  if (wanted === "published") return ok(postState(present, now) === "published" ? present : now);
  const ts = asked ?? present;
  if (ts === null) return invalid([{ field: "publish_at", code: "required" }]);
  // A time that is over, of a post that is out since then, is only said again.
  if (ts <= now && ts !== present) return invalid([{ field: "publish_at", code: "not_future" }]);
  return ok(ts);
}
