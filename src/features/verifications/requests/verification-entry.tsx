import { formatDate, formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { WithdrawButton } from "@/ui/withdraw-button";
import type { Verification } from "../queries";

/**
 * An own request or badge, with its dates, the reason of a refusal, and a button to withdraw it. `fullName` is the
 * teacher's present name.
 */
export function VerificationEntry({
  verification,
  fullName,
  now,
}: {
  verification: Verification;
  fullName: string;
  now: number;
}) {
  const { url, t, locale } = usePage();
  const { state, kind, proves, issuer, documentDate, endsTs, decidedTs, createdTs, checkedName } =
    verification;
  const isEnded = endsTs !== null && endsTs <= now;
  const otherName = state === "approved" && !isEnded && checkedName !== fullName ? checkedName : null;
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{proves || t(`verifications.kinds.${kind}`)}</p>
        {documentDate === null ? null : (
          <p className="entry__meta">
            {kind === "integrity"
              ? t("verifications.listing.source", { issuer, date: formatDay(documentDate, locale) })
              : issuer}
          </p>
        )}
        <p className="entry__meta">
          {t("verifications.request.sent")} <Time ts={createdTs} />
          {decidedTs === null ? (
            <> · {t.count("verifications.request.files", verification.files.length)}</>
          ) : (
            <>
              {" · "}
              {t("verifications.request.decided")} <Time ts={decidedTs} />
            </>
          )}
          {endsTs === null || otherName !== null ? null : (
            <>
              {" · "}
              {t("verifications.badge.until")} {formatDate(endsTs - 1, locale)}
            </>
          )}
        </p>
        {state === "pending" ? <p className="small">{t("verifications.request.waiting")}</p> : null}
        {otherName === null ? null : (
          <p className="small">{t("verifications.badge.otherName", { name: otherName })}</p>
        )}
        {verification.reason === null ? null : (
          <div className="small">
            <p>
              {t("verifications.request.rejected")}: {t(`verifications.reasons.${verification.reason}`)}
            </p>
            <p className="pre-line">{verification.reasonText}</p>
          </div>
        )}
      </div>
      <div className="entry__side">
        <StateBadge
          kind="verification"
          state={otherName !== null ? "other_name" : isEnded && state === "approved" ? "ended" : state}
        />
      </div>
      {state === "rejected" ? null : (
        <WithdrawButton
          action={url(paths.withdrawVerification(verification.id))}
          texts={`verifications.${state === "pending" ? "withdrawRequest" : "badge"}`}
        />
      )}
    </li>
  );
}
