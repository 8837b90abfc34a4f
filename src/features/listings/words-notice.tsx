import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ProposedWords, Words } from "./proposed-words";
import { ReturnedNotice } from "./returned-notice";

/**
 * How it stands with new words of a listing that readers know: they wait for a reviewer, or came back with a reason.
 * `published` are those that readers see, for comparing.
 */
export function WordsNotice({ words, published }: { words: ProposedWords; published?: Words | null }) {
  const { t } = usePage();
  if (words.stateReason) {
    return (
      <ReturnedNotice listing={words}>
        <p>{t("listings.words.returned")}</p>
        {published ? <PublishedText text={published} /> : null}
      </ReturnedNotice>
    );
  }
  return (
    <Notice title={t("listings.words.title")}>
      <p>
        {t("listings.words.sent")} <Time ts={words.submittedTs} clock />
      </p>
      <p>{t("listings.words.waiting")}</p>
      {published ? <PublishedText text={published} /> : null}
    </Notice>
  );
}

function PublishedText({ text }: { text: Words }) {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("listings.words.published")}</summary>
      <p>
        <strong>{text.title}</strong>
      </p>
      <p className="pre-line">{text.description}</p>
    </details>
  );
}
