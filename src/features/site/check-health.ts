import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";

type Health = { database: boolean; bucket: boolean };

/** Any key works: "not found" also proves that R2 answers. */
const PROBE_KEY = "health";
/** Longest wait for a service (ms); a visitor would not wait longer either. */
const TIMEOUT_MS = 5_000;

/** Whether the database and the bucket answer. The cause of a failure is logged, not returned. */
export async function checkHealth(ctx: Pick<Ctx, "db" | "log" | "media">): Promise<Health> {
  const isAvailable = async (service: keyof Health, probe: () => PromiseLike<unknown>): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    });
    try {
      await Promise.race([probe(), timeout]);
      return true;
    } catch (error) {
      ctx.log.error("health_check_failed", error, { service });
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  const [database, bucket] = await Promise.all([
    isAvailable("database", () => ctx.db.get(sql`select 1 from users limit 1`)),
    isAvailable("bucket", () => ctx.media.head(PROBE_KEY)),
  ]);
  return { database, bucket };
}
