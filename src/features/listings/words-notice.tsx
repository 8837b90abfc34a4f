import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ProposedWords } from "./proposed-words";
import { ReturnedNotice } from "./returned-notice";

/** How it stands with new words of a listing that readers know: they wait for a reviewer, or came back with a reason. */
export function WordsNotice({ words }: { words: ProposedWords }) {
  const { t } = usePage();
  if (words.stateReason) {
    return (
      <ReturnedNotice listing={words}>
        <p>{t("listings.words.returned")}</p>
      </ReturnedNotice>
    );
  }
  return (
    <Notice title={t("listings.words.title")}>
      <p>
        {t("listings.words.sent")} <Time ts={words.submittedTs} clock />
      </p>
      <p>{t("listings.words.waiting")}</p>
    </Notice>
  );
}
