import type { blogCategories, postSlugs, posts } from "@/db/schema";
import { toCardFile, toSizeMetadata } from "@/platform/media";
import type { Subject } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { type PictureCopy, pictureFile } from "./pictures";
import type { Random } from "./random";
import { POSTS, type PostText } from "./texts/posts";

type CategoryRow = typeof blogCategories.$inferInsert;
type PostRow = typeof posts.$inferInsert;
type SlugRow = typeof postSlugs.$inferInsert;

const CATEGORIES: readonly Pick<CategoryRow, "id" | "nameEn" | "nameRo">[] = [
  { id: "exams", nameEn: "Exams", nameRo: "Examene" },
  { id: "choosing", nameEn: "Teachers and parents", nameRo: "Profesori și părinți" },
  { id: "learning", nameEn: "Study methods", nameRo: "Metode de învățare" },
];

const COVER_ALT: Record<PostText["locale"], readonly string[]> = {
  ro: [
    "Cărți și rechizite pe o masă, lângă un tablou cu o schiță",
    "Caiet deschis cu o schiță, riglă, creion și o ceașcă, văzute de sus",
    "Tablă verde cu schițe făcute cu creta",
  ],
  en: [
    "Books and school supplies on a table, next to a framed sketch",
    "An open notebook with a sketch, a ruler, a pencil and a cup, seen from above",
    "A green chalkboard with sketches",
  ],
};

/** Size of the pictures (pixels). */
const PICTURE_SIZE = { width: 1200, height: 900 };

/** The blog: its categories, and posts by the admin in both languages, some of them pairs. */
export function createPosts(random: Random, authorId: string, now: number) {
  const ids = new Map(POSTS.map(({ key }) => [key, random.id()]));
  const getId = (key: string) => ids.get(key) ?? "";
  const copies: PictureCopy[] = [];
  const copyPicture = (postId: string, subject: Subject, scene: number): string => {
    const file = `${random.id()}.webp`;
    const source = pictureFile(subject, scene);
    const key = `images/blog/${postId}/${file}`;
    copies.push({ key, source, note: toSizeMetadata(PICTURE_SIZE) });
    copies.push({ key: key.replace(file, toCardFile(file)), source: toCardFile(source) });
    return file;
  };
  const rows = POSTS.map((text): PostRow => {
    const id = getId(text.key);
    const publishTs = now - Number(text.daysAgo) * DAY_MS - 3 * HOUR_MS;
    const editedTs = text.editedAfter === undefined ? null : publishTs + Number(text.editedAfter) * DAY_MS;
    const [subject, scene] = text.cover.split(" ") as [Subject, string];
    const picture = text.body.includes("(PICTURE") ? copyPicture(id, "m", 2) : null;
    return {
      id,
      locale: text.locale,
      translationId: null,
      slug: text.slug,
      title: text.title,
      excerpt: text.excerpt,
      body: picture ? text.body.replace("(PICTURE", `(/images/blog/${id}/${picture}`) : text.body,
      categoryId: text.category,
      cover: copyPicture(id, subject, Number(scene)),
      coverAlt: COVER_ALT[text.locale][Number(scene)] ?? "",
      publishTs,
      createdTs: publishTs - DAY_MS,
      updatedTs: editedTs ?? publishTs,
      editedTs,
      authorId,
      version: 2,
    };
  });
  return {
    categories: CATEGORIES.map((category) => ({ ...category, createdTs: now - 60 * DAY_MS })),
    posts: rows,
    /** Each post names the other, so the pairs are linked once both rows exist. */
    pairs: POSTS.flatMap(({ key, pair }) => (pair ? [{ id: getId(key), translationId: getId(pair) }] : [])),
    postSlugs: rows.map(
      ({ locale, slug, id, createdTs }): SlugRow => ({ locale, slug, postId: id, ts: createdTs }),
    ),
    copies,
  };
}
