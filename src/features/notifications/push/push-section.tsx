import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { ActionButton, buttonClass } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { PushDevice } from "./queries";

export type PushSectionProps = {
  /** The site's VAPID key; null if the site sends no push messages. */
  publicKey: string | null;
  devices: readonly PushDevice[];
};

/**
 * The devices that get push messages, each with a button to remove it, and a button that adds this one. Without a key
 * only devices that were added before are shown.
 */
export function PushSection({ publicKey, devices }: PushSectionProps) {
  const { t } = usePage();
  if (publicKey === null && devices.length === 0) return null;
  return (
    <section aria-labelledby="push">
      <h2 id="push">{t("notifications.push.title")}</h2>
      <div className="stack">
        <p className="muted">{t("notifications.push.lead")}</p>
        {devices.length > 0 ? (
          <ul className="entry-list">
            {devices.map((device) => (
              <DeviceEntry key={device.id} device={device} />
            ))}
          </ul>
        ) : null}
        {publicKey === null || devices.some(({ isCurrent }) => isCurrent) ? null : (
          <AddDevice publicKey={publicKey} />
        )}
      </div>
    </section>
  );
}

function DeviceEntry({ device: { id, device, createdTs, isCurrent } }: { device: PushDevice }) {
  const { t, url } = usePage();
  const name = device || t("notifications.push.unknownDevice");
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title row">
          {name}
          {isCurrent ? <Badge tone="positive">{t("notifications.push.current")}</Badge> : null}
        </p>
        <p className="entry__meta">
          {t("notifications.push.since")} <Time ts={createdTs} />
        </p>
      </div>
      <ActionButton
        action={url(paths.removePushDevice())}
        fields={{ device: id }}
        variant="danger"
        size="small"
      >
        {t("notifications.push.remove")}
        <span className="visually-hidden">: {name}</span>
      </ActionButton>
    </li>
  );
}

/** Only a script can ask the browser for push messages. */
function AddDevice({ publicKey }: { publicKey: string }) {
  const { t } = usePage();
  const texts = {
    waiting: t("notifications.push.waiting"),
    unsupported: t("notifications.push.unsupported"),
    denied: t("notifications.push.denied"),
    dismissed: t("notifications.push.dismissed"),
    failed: t("notifications.push.failed"),
  };
  return (
    <Enhanced name="push-device" texts={texts}>
      <noscript>
        <p>{t("notifications.push.needsScript")}</p>
      </noscript>
      <div className="stack stack--tight">
        <div>
          <button type="button" className={`${buttonClass()} needs-script`} data-key={publicKey}>
            {t("notifications.push.add")}
          </button>
        </div>
        <p role="status" />
      </div>
    </Enhanced>
  );
}
