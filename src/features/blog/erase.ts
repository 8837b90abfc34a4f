import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { posts } from "@/db/schema";

/** Takes a person out of the posts that they wrote: these are the site's, and stay. */
export const erasePostsOf = ({ db }: Pick<Ctx, "db">, userId: string): Statement[] => [
  db.update(posts).set({ authorId: null }).where(eq(posts.authorId, userId)),
];
