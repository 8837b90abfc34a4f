import { type DecisionFlash, DecisionNotice } from "@/features/moderation";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";

/** The page after the last task of a run. */
export function RunEndPage({
  isAllClear,
  hasSnoozed,
  flash,
}: {
  /** Whether no task is open; otherwise some were skipped. */
  isAllClear: boolean;
  /** Whether tasks return on a later day. */
  hasSnoozed: boolean;
  flash: DecisionFlash | null;
}) {
  const { t, url } = usePage();
  const end = isAllClear ? "allClear" : "skipped";
  return (
    <Enhanced name="decision-keys" immediate>
      <AdminPage narrow heading={t("follow-up.run.heading")}>
        <div className="stack">
          {flash?.kind ? <DecisionNotice kind={flash.kind} flash={flash} /> : null}
          <EmptyState title={t(`follow-up.run.${end}`)}>{t(`follow-up.run.${end}Text`)}</EmptyState>
          {hasSnoozed ? (
            <p>
              <a href={url(paths.followUp({ view: "snoozed" }))}>{t("follow-up.run.snoozed")}</a>
            </p>
          ) : null}
          <p className="row">
            {isAllClear ? null : (
              <LinkButton href={url(paths.nextTask())}>{t("follow-up.run.again")}</LinkButton>
            )}
            <LinkButton href={url(paths.admin())} variant="secondary">
              {t("follow-up.run.today")}
            </LinkButton>
          </p>
        </div>
      </AdminPage>
    </Enhanced>
  );
}
