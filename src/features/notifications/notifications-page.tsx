import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { ChoicesForm, type ChoicesFormProps } from "./choices/choices-form";
import { PushSection, type PushSectionProps } from "./push/push-section";

/** The actions that have a success message. */
export const NOTIFICATIONS_DONE = ["saved", "added", "removed"] as const;

type NotificationsPageProps = {
  done: (typeof NOTIFICATIONS_DONE)[number] | null;
  choices: ChoicesFormProps;
  push: PushSectionProps;
};

export function NotificationsPage({ done, choices, push }: NotificationsPageProps) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      heading={t("notifications.title")}
      lead={
        <>
          {t("notifications.lead")}
          <a href={url(paths.alerts())}>{t("notifications.toAlerts")}</a>
        </>
      }
    >
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`notifications.done.${done}`)}</p>
          </Notice>
        ) : null}
        <section aria-labelledby="choices">
          <h2 id="choices">{t("notifications.choices")}</h2>
          <ChoicesForm {...choices} />
        </section>
        <PushSection {...push} />
      </div>
    </SitePage>
  );
}
