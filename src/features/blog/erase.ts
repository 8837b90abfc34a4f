import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { posts } from "@/db/schema";

/** Removes a user's name from their posts. The posts belong to the site and stay. */
export const anonymizePosts = ({ db }: Pick<Ctx, "db">, userId: string): Statement[] => [
  db.update(posts).set({ authorId: null }).where(eq(posts.authorId, userId)),
];
