import type { Ctx } from "@/context";
import { getHealthFigures, type HealthFigures } from "./get-figures";

/** `figures` is null if the database does not answer. */
export type Health = { database: boolean; storage: boolean; figures: HealthFigures | null };

/** Any key works: "not found" also proves that R2 answers. */
const PROBE_KEY = "health";
/** Longest wait for a service (ms); a visitor would not wait longer either. */
const TIMEOUT_MS = 5_000;

/** Whether the database and the bucket answer, with the figures. The cause of a failure is logged, not returned. */
export async function checkHealth(ctx: Ctx, deployedTs: number): Promise<Health> {
  const probe = async <T>(service: string, call: () => PromiseLike<T>): Promise<T | undefined> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    });
    try {
      return await Promise.race([call(), timeout]);
    } catch (error) {
      ctx.log.error("health_check_failed", error, { service });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  const [figures, object] = await Promise.all([
    probe("database", () => getHealthFigures(ctx, deployedTs)),
    probe("storage", () => ctx.media.head(PROBE_KEY)),
  ]);
  return { database: figures !== undefined, storage: object !== undefined, figures: figures ?? null };
}
