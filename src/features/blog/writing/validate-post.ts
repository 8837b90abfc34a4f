import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { blogCategories } from "@/db/schema";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type PostInput, postSchema } from "@/shared/schemas/post";
import type { EditablePost } from "../editor/editor-queries";
import { getPostState } from "../find-post";
import { checkMarkdown, MAX_BODY_LENGTH } from "../markdown/check-markdown";
import { pictureExists } from "../pictures";
import { canBeTranslation } from "./translations";

const ITS_TEXT = postSchema.pick({ body: true });
const ITS_TIMING = postSchema.pick({ state: true, publish_at: true });

export type ValidatedPost = PostInput & { publishTs: number | null };

/**
 * Validates a post's input: fields by the schema, Markdown bounds, existing category, cover and translation, a future
 * time. `present` is the stored post, null for a new one.
 */
export async function validatePost(
  ctx: Ctx,
  { id, present }: { id: string; present: EditablePost | null },
  input: unknown,
): Promise<Result<ValidatedPost>> {
  const checked = validate(postSchema, input);
  // Text and time are checked even if other fields are wrong, so all errors come at once.
  const [text, timing] = [validate(ITS_TEXT, input), validate(ITS_TIMING, input)];
  const time = timing.ok ? computePublishTs(timing.value, present?.publishTs ?? null, ctx.now) : timing;
  const beside = [
    // A time is rejected only if the post is to be published.
    ...(text.ok ? bodyErrors(text.value.body, !time.ok || time.value !== null) : []),
    ...(timing.ok && !time.ok ? (time.refusal.fields ?? []) : []),
  ];
  if (!checked.ok) return invalid([...(checked.refusal.fields ?? []), ...beside]);
  const post = checked.value;
  const wrong = [
    ...(present && present.locale !== post.locale ? [{ field: "locale", code: "locale_fixed" }] : []),
    ...beside,
    ...(await relationErrors(ctx, id, present, post)),
  ];
  if (wrong.length > 0 || !time.ok) return invalid(wrong);
  return ok({ ...post, publishTs: time.value });
}

function bodyErrors(body: string, comesOut: boolean): FieldError[] {
  if (body === "") return comesOut ? [{ field: "body", code: "required" }] : [];
  const problem = checkMarkdown(body);
  if (problem === null) return [];
  const params = problem === "too_long" ? { params: { maximum: MAX_BODY_LENGTH } } : {};
  return [{ field: "body", code: problem, ...params }];
}

async function relationErrors(
  ctx: Ctx,
  id: string,
  present: EditablePost | null,
  { locale, category_id, cover, cover_alt, other_id }: PostInput,
): Promise<FieldError[]> {
  const [[there], hasCover] = await Promise.all([
    ctx.db.all<{ category: number; pair: number }>(
      sql`select ${categoryExists(category_id)} as category, ${canBeTranslation(other_id, { id, locale })} as pair`,
    ),
    cover === null || cover === present?.cover || pictureExists(ctx, id, cover),
  ]);
  return [
    ...(there?.category ? [] : [{ field: "category_id", code: "invalid_choice" }]),
    ...(hasCover ? [] : [{ field: "cover", code: "picture_missing" }]),
    ...(cover !== null && cover_alt === "" ? [{ field: "cover_alt", code: "required" }] : []),
    ...(there?.pair ? [] : [{ field: "other_id", code: "invalid_choice" }]),
  ];
}

/** Whether the category exists when the write runs; true for none. */
export const categoryExists = (id: string | null) =>
  id === null ? sql`1` : sql`exists (select 1 from ${blogCategories} where ${blogCategories.id} = ${id})`;

/**
 * When a post is published, given `present` (its time so far; null: a draft). A published post keeps its time unless
 * it is withdrawn or rescheduled. @returns null for a draft; `invalid` for a missing or past time
 */
function computePublishTs(
  { state, publish_at }: Pick<PostInput, "state" | "publish_at">,
  present: number | null,
  now: number,
): Result<number | null> {
  const asked = publish_at === null ? null : Date.parse(publish_at);
  const wanted = state ?? (asked === null ? getPostState(present, now) : "scheduled");
  if (wanted === "draft") return ok(null);
  if (wanted === "published") return ok(getPostState(present, now) === "published" ? present : now);
  const ts = asked ?? present;
  if (ts === null) return invalid([{ field: "publish_at", code: "required" }]);
  // A published post may repeat its own past time.
  if (ts <= now && ts !== present) return invalid([{ field: "publish_at", code: "not_future" }]);
  return ok(ts);
}
