import { ROLES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { REASON_LENGTH } from "@/shared/schemas/users";
import { ActionButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, RadioGroup, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { UserDetails } from "./find-user-details";
import { getPendingMail } from "./resend-mail";

/** The form that was submitted and refused, and the rights of the acting admin. */
export type UserActionsView = {
  /** Whether the acting admin may create admins. */
  makesAdmins: boolean;
  form: "disable" | "enable" | "role" | "resend" | null;
  typed: { reason: string; role: string };
  errors: FormErrors;
  /** Message for the admin. */
  refused: string | null;
};

type Props = { person: UserDetails["person"]; view: UserActionsView };

/** An admin's actions on another user's account; admins cannot change their own. */
export function UserActions({ person, view }: Props) {
  const { t, visitor } = usePage();
  if (visitor?.id === person.id) return <Notice>{t("users.user.own")}</Notice>;
  return (
    <>
      {view.refused ? (
        <Notice tone="danger" live>
          {view.refused}
        </Notice>
      ) : null}
      <Resend person={person} />
      {person.canCreateAdmin && !view.makesAdmins ? (
        <Notice>{t("users.user.protected")}</Notice>
      ) : (
        <>
          <RoleForm person={person} view={view} />
          {person.disabledBy === "admin" ? null : <Disable person={person} view={view} />}
        </>
      )}
      {person.disabledTs === null ? null : <Enable person={person} />}
    </>
  );
}

function Resend({ person }: Pick<Props, "person">) {
  const { t, url } = usePage();
  const mail = getPendingMail(person);
  if (!mail) return null;
  return (
    <section className="panel stack">
      <h2>{t("users.resend.heading")}</h2>
      <p className="small">{t(`users.resend.${mail}`)}</p>
      <ActionButton action={url(paths.adminUserAction(person.id, "resend"))} variant="secondary" wide>
        {t("users.resend.send")}
      </ActionButton>
    </section>
  );
}

function RoleForm({ person, view }: Props) {
  const { t, url } = usePage();
  const roles = ROLES.filter((role) => role !== "a" || person.role === "a" || view.makesAdmins);
  return (
    <section className="panel stack">
      <h2>{t("users.role.heading")}</h2>
      <form method="post" className="form" action={url(paths.adminUserAction(person.id, "role"))}>
        <RadioGroup
          name="role"
          label={t("users.role.label")}
          options={roles.map((role) => ({ value: role, label: t(`general.roles.${role}`) }))}
          value={view.form === "role" ? view.typed.role : person.role}
          error={view.form === "role" ? view.errors.role : undefined}
        />
        {view.makesAdmins ? null : <p className="small muted">{t("users.role.noAdmins")}</p>}
        <SubmitButton variant="secondary">{t("users.role.save")}</SubmitButton>
      </form>
    </section>
  );
}

function Disable({ person, view }: Props) {
  const { t, url } = usePage();
  const here = view.form === "disable";
  const errors = here ? view.errors : {};
  return (
    <section className="panel stack">
      <h2>{t("users.disable.heading")}</h2>
      <details className="stack" open={here}>
        <summary>{t("users.disable.open")}</summary>
        <p className="small">{t("users.disable.help")}</p>
        <form
          method="post"
          className="form"
          action={url(paths.adminUserAction(person.id, "disable"))}
          noValidate
        >
          <ErrorSummary errors={errors} labels={{ reason: t("users.disable.reason") }} />
          <TextArea
            name="reason"
            label={t("users.disable.reason")}
            help={t("users.disable.reasonHelp")}
            value={here ? view.typed.reason : ""}
            maxLength={REASON_LENGTH}
            error={errors.reason}
            rows={4}
          />
          <SubmitButton variant="danger">{t("users.disable.do")}</SubmitButton>
        </form>
      </details>
    </section>
  );
}

function Enable({ person }: Pick<Props, "person">) {
  const { t, url } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("users.enable.heading")}</h2>
      <p className="small">{t(`users.enable.${person.disabledBy ?? "admin"}`)}</p>
      <ActionButton action={url(paths.adminUserAction(person.id, "enable"))} variant="secondary" wide>
        {t("users.enable.do")}
      </ActionButton>
    </section>
  );
}
