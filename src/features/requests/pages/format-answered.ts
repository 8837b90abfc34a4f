import type { Translator } from "@/shared/i18n/translator";
import { MAX_ANSWERS } from "@/shared/request-limits";

/** "2 of 5 teachers have answered". */
export const formatAnswered = (t: Translator, answers: number): string =>
  answers === 0 ? t("requests.unanswered") : t.count("requests.answered", answers, { max: MAX_ANSWERS });
