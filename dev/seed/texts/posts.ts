import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Subject } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";

/** A post of the demonstration site: a file of `posts/`, its fields above its Markdown. */
export type PostText = {
  /** The name of the file. */
  key: string;
  /** The key of the post that says the same in the other language. */
  pair?: string;
  locale: Locale;
  category: "exams" | "choosing" | "learning";
  daysAgo: string;
  /** How many days after it came out it was corrected. */
  editedAfter?: string;
  /** The drawing that is its cover: a subject in one of the scenes. */
  cover: `${Subject} ${number}`;
  title: string;
  slug: string;
  excerpt: string;
  /** Markdown; `PICTURE` stands for the address of its own picture. */
  body: string;
};

const FOLDER = join(import.meta.dirname, "posts");

export const POSTS: readonly PostText[] = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const [, head = "", ...body] = readFileSync(join(FOLDER, name), "utf8").split("---\n");
    const fields = head.matchAll(/^(\w+): (.*)$/gm);
    return {
      ...Object.fromEntries(Array.from(fields, ([, field = "", value]) => [field, value])),
      key: name.replace(".md", ""),
      body: body.join("---\n").trim(),
    } as PostText;
  });
