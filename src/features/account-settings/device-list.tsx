import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Device } from "./queries";

/** The devices where the user is signed in, each with a button to sign out. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  const { t, url } = usePage();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{t("account-settings.devices.title")}</h2>
      <div className="stack">
        <p className="muted">{t("account-settings.devices.lead")}</p>
        <ul className="entry-list">
          {devices.map((device) => (
            <DeviceEntry key={device.sessionId} device={device} />
          ))}
        </ul>
        {devices.some(({ isCurrent }) => !isCurrent) ? (
          <div>
            <ActionButton action={url(paths.settingsAction("end-other-sessions"))} variant="secondary">
              {t("account-settings.devices.endOthers")}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function DeviceEntry({ device }: { device: Device }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title row">
          {[device.name, device.country].filter(Boolean).join(", ")}
          {device.isCurrent ? <Badge tone="positive">{t("account-settings.devices.current")}</Badge> : null}
        </p>
        <p className="entry__meta">
          {t("account-settings.devices.lastUsed")} <Time ts={device.lastSeenTs} clock />
          {" · "}
          {t("account-settings.devices.since")} <Time ts={device.createdTs} />
        </p>
      </div>
      <ActionButton
        action={url(paths.settingsAction("end-session"))}
        fields={{ session: device.sessionId }}
        variant="secondary"
        size="small"
      >
        {t("account-settings.devices.end")}
        <span className="visually-hidden">: {device.name}</span>
      </ActionButton>
    </li>
  );
}
