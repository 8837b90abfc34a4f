import type { PostState } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import type { PostInput } from "@/shared/schemas/post";

/** A post's state at `now`: draft without a time, scheduled before it, published after it. Times in ms. */
export const postState = (publishTs: number | null, now: number): PostState =>
  publishTs === null ? "draft" : publishTs > now ? "scheduled" : "published";

/**
 * When a post is published, given `present` (its time so far; null: a draft). A published post keeps its time unless
 * it is withdrawn or rescheduled. @returns null for a draft; `invalid` for a missing or past time
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
  // A published post may repeat its own past time.
  if (ts <= now && ts !== present) return invalid([{ field: "publish_at", code: "not_future" }]);
  return ok(ts);
}
