import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { PushSection, type PushSectionProps } from "./push/push-section";

/** The actions that have a success message. */
export const NOTIFICATIONS_DONE = ["added", "removed"] as const;

type NotificationsPageProps = {
  done: (typeof NOTIFICATIONS_DONE)[number] | null;
  push: PushSectionProps;
};

export function NotificationsPage({ done, push }: NotificationsPageProps) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("notifications.title")}</h1>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`notifications.done.${done}`)}</p>
          </Notice>
        ) : null}
        <PushSection {...push} />
      </div>
    </div>
  );
}
