import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { QUEUES } from "./queues/queues";
import type { FollowUpRow } from "./queues/row";

export type TargetTexts = {
  /** The row's target: a listing's title, a mail's subject. */
  what: string;
  /** The person concerned; empty if there is none. */
  who: string;
  /** The reason in a few words; empty if the queue's name says it. */
  about: string;
  /** Path of the page where an admin handles it, without locale. */
  path: string;
};

/** A row's texts in the language of the page. */
export function toTargetTexts(t: Translator, { queue, id, key, texts }: FollowUpRow): TargetTexts {
  if (!texts) return { what: t("follow-up.deleted"), who: "", about: "", path: paths.followUpRow(key) };
  const { title, taughtSubject, concerned, code } = texts;
  const { path, reasons, toReason = (name: string) => name } = QUEUES[queue];
  const fallback = taughtSubject ? t(`general.subjects.${taughtSubject}`) : t("follow-up.untitled");
  return {
    what: title || fallback,
    who: concerned ?? "",
    about: reasons && code ? t(`${reasons}.${toReason(code)}`) : "",
    path: path(id, texts),
  };
}
