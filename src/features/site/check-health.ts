import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";

export type Health = { database: boolean; bucket: boolean };

/** Any key works: "not found" also proves that R2 answers. */
const ASKED_KEY = "health";
/** Longest wait for a service (ms); a visitor would not wait longer either. */
const TIMEOUT_MS = 5_000;

/** Whether the database and the bucket answer. The cause of a failure is logged, not returned. */
export async function checkHealth(ctx: Pick<Ctx, "db" | "log" | "media">): Promise<Health> {
  const answers = async (name: keyof Health, ask: () => PromiseLike<unknown>): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    });
    try {
      await Promise.race([ask(), late]);
      return true;
    } catch (error) {
      ctx.log.error("unhealthy", error, { part: name });
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  const [database, bucket] = await Promise.all([
    answers("database", () => ctx.db.get(sql`select 1 from users limit 1`)),
    answers("bucket", () => ctx.media.describe(ASKED_KEY)),
  ]);
  return { database, bucket };
}
