import type { Translator } from "@/shared/i18n/translator";
import { IMAGE_LIMITS } from "@/shared/pictures";

/** Field labels of the error summary. */
export const editorLabels = (t: Translator): Record<string, string> =>
  Object.fromEntries(
    [
      "locale",
      "title",
      "slug",
      "excerpt",
      "body",
      "category_id",
      "cover",
      "cover_alt",
      "other_id",
      "publish_at",
      "picture",
    ].map((name) => [name, t(`blog-admin.fields.${name}`)]),
  );

const SAID = [
  "saving",
  "saved",
  "notSaved",
  "previewFailed",
  "signedOut",
  "draftTitle",
  "draftText",
  "putBack",
  "discard",
  "sending",
  "inserted",
  "pictureFailed",
  "describe",
  "linkText",
  "coverChanged",
  "insert",
] as const;

/** Texts for the script, which fills in `{name}` and `{time}`. */
export function editorWords(t: Translator): Record<string, string> {
  const params = { name: "{name}", time: "{time}" };
  return {
    ...Object.fromEntries(SAID.map((key) => [key, t(`blog-admin.said.${key}`, params)])),
    not_an_image: t("general.errors.not_an_image", params),
    image_too_large: t("general.errors.image_too_large", {
      ...params,
      limit: `${IMAGE_LIMITS.bytes / 1024 ** 2} MB`,
    }),
  };
}
