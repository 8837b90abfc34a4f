import type { FollowUpQueue } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";

/** The page of a task that is not in its queue: it was solved meanwhile, or its target was deleted. */
export function GonePage({ queue, run }: { queue: FollowUpQueue; run: string }) {
  const { t, url } = usePage();
  return (
    <Enhanced name="decision-keys" immediate>
      <AdminPage
        narrow
        parent={{ label: t("follow-up.heading"), href: paths.followUp() }}
        heading={t("follow-up.gone.heading")}
        current={t(`follow-up.queues.${queue}`)}
      >
        <div className="stack">
          <p>{t("follow-up.gone.text")}</p>
          <p className="row">
            {run ? (
              <LinkButton href={url(paths.nextTask({ after: run }))} accessKey="n">
                {t("users.user.nextTask")}
              </LinkButton>
            ) : null}
            <LinkButton href={url(paths.followUp())} variant="secondary">
              {t("follow-up.gone.list")}
            </LinkButton>
          </p>
        </div>
      </AdminPage>
    </Enhanced>
  );
}
