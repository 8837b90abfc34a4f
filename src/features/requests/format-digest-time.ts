import { computeNextDigestTs, DIGEST_TIME } from "@/features/alerts";
import { toDay } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";

/** When the daily mail tells teachers of a request opened at `openedTs` (ms): "at 18:00". Null once it has. */
export function formatDigestTime(t: Translator, openedTs: number, now: number): string | null {
  const digestTs = computeNextDigestTs("daily", openedTs);
  if (digestTs <= now) return null;
  return t(`requests.digestTime.${toDay(digestTs) === toDay(now) ? "today" : "tomorrow"}`, {
    time: DIGEST_TIME,
  });
}
