import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListingDetails } from "../queries";
import type { ListingText, Revision } from "./revisions";

/**
 * The admin's reasons and explanation for rejecting a listing or revision, or for suspending a listing. `ownedId`: the
 * listing's id for its owner, who gets a link to the whole decision.
 */
export function ModerationNotice({
  listing: { stateReasons, stateNote },
  suspended = false,
  ownedId,
  children,
}: {
  listing: Pick<ListingDetails, "stateReasons" | "stateNote">;
  suspended?: boolean;
  ownedId?: string | undefined;
  children?: ReactNode;
}) {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={t(`listings.moderation.${suspended ? "suspended" : "rejected"}`)}>
      {stateReasons?.map((reason) => (
        <p key={reason}>{t(`general.moderationReasons.${reason}`)}</p>
      ))}
      {stateNote ? <p className="pre-line">{stateNote}</p> : null}
      {children}
      {ownedId === undefined ? null : (
        <p>
          <a href={url(paths.listingObjection(ownedId))}>{t("listings.moderation.decision")}</a>
        </p>
      )}
    </Notice>
  );
}

/**
 * The state of a revision: pending, or rejected with a reason. `published` is the text that visitors see, to compare.
 */
export function RevisionNotice({
  revision,
  published,
  ownedId,
}: {
  revision: Revision;
  ownedId?: string | undefined;
  published?: ListingText | null;
}) {
  const { t } = usePage();
  if (revision.stateReasons) {
    return (
      <ModerationNotice listing={revision} ownedId={ownedId}>
        <p>{t("listings.revision.rejected")}</p>
        {published ? <PublishedText text={published} /> : null}
      </ModerationNotice>
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
