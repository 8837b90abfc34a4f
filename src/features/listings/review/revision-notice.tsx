import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { ReturnedNotice } from "./returned-notice";
import type { ListingText, Revision } from "./revisions";

/**
 * The state of a revision: it waits for a review, or was returned with a reason.
 * `published` are those that readers see, for comparing.
 */
export function RevisionNotice({
  revision,
  published,
}: {
  revision: Revision;
  published?: ListingText | null;
}) {
  const { t } = usePage();
  if (revision.stateReason) {
    return (
      <ReturnedNotice listing={revision}>
        <p>{t("listings.revision.returned")}</p>
        {published ? <PublishedText text={published} /> : null}
      </ReturnedNotice>
    );
  }
  return (
    <Notice title={t("listings.revision.title")}>
      <p>
        {t("listings.revision.sent")} <Time ts={revision.submittedTs} clock />
      </p>
      <p>{t("listings.revision.waiting")}</p>
      {published ? <PublishedText text={published} /> : null}
    </Notice>
  );
}

function PublishedText({ text }: { text: ListingText }) {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("listings.revision.published")}</summary>
      <p>
        <strong>{text.title}</strong>
      </p>
      <p className="pre-line">{text.description}</p>
    </details>
  );
}
