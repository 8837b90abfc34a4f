import { NOTIFICATION_KINDS, type NotificationKind, PUSH_KINDS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { NotificationSettings } from "@/shared/schemas/notifications";
import { CheckboxGroup, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Names of the form's fields: each switch that it shows, and those that are on. */
export const CHOICE_FIELDS = { shown: "shown", on: "on" } as const;

export type ChoicesFormProps = {
  settings: NotificationSettings;
  /** Learners without listings have no switch for mail to teachers. */
  teaches: boolean;
  /** Whether the site sends push messages. */
  hasPush: boolean;
};

const TEACHERS_ONLY: readonly NotificationKind[] = ["listings", "requests", "news"];

/** The channels of a kind that a user can choose. */
const getChannels = (kind: NotificationKind, hasPush: boolean) =>
  hasPush && (PUSH_KINDS as readonly NotificationKind[]).includes(kind)
    ? (["mail", "push"] as const)
    : (["mail"] as const);

/** A group of switches for each kind, and what is always sent. */
export function ChoicesForm({ settings, teaches, hasPush }: ChoicesFormProps) {
  const { t, url } = usePage();
  const kinds = NOTIFICATION_KINDS.filter((kind) => teaches || !TEACHERS_ONLY.includes(kind));
  return (
    <form method="post" action={url(paths.notifications())} className="form">
      {kinds.map((kind) => {
        const channels = getChannels(kind, hasPush);
        return (
          <div key={kind}>
            {channels.map((channel) => (
              <input key={channel} type="hidden" name={CHOICE_FIELDS.shown} value={toChoice(kind, channel)} />
            ))}
            <CheckboxGroup
              name={CHOICE_FIELDS.on}
              id={kind}
              label={t(`notifications.kinds.${kind}.title`)}
              help={t(`notifications.kinds.${kind}.text`)}
              options={channels.map((channel) => ({
                value: toChoice(kind, channel),
                label: t(`notifications.channels.${channel}`),
              }))}
              values={channels
                .filter((channel) => settings[kind][channel])
                .map((channel) => toChoice(kind, channel))}
            />
          </div>
        );
      })}
      <p className="small muted">{t("notifications.always")}</p>
      <div className="form__actions">
        <SubmitButton>{t("notifications.save")}</SubmitButton>
      </div>
    </form>
  );
}

type Channel = "mail" | "push";
const toChoice = (kind: NotificationKind, channel: Channel) => `${kind}.${channel}`;

/**
 * The settings after the submitted form. A switch that the form did not show stays as it is, because the user did not
 * decide about it.
 */
export function applyChoices(
  settings: NotificationSettings,
  { shown, on }: { shown: readonly string[]; on: readonly string[] },
): Record<string, Record<Channel, boolean>> {
  const choose = (kind: NotificationKind, channel: Channel) => {
    const choice = toChoice(kind, channel);
    return shown.includes(choice) ? on.includes(choice) : settings[kind][channel];
  };
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { mail: choose(kind, "mail"), push: choose(kind, "push") }]),
  );
}
