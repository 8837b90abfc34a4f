import {
  DisableAccountPanel,
  ReinstateListingsPanel,
  SuspendListingsPanel,
  UndoForm,
} from "@/features/moderation";
import { ROLES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { BirthDateField, type FormErrors, PostForm, RadioGroup, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import type { UserDetails } from "./find-user-details";
import { NewAdminPassword } from "./new-admin-password";
import { findPendingMail } from "./resend-mail";

/** The form that was submitted and refused, and the rights of the acting admin. */
export type UserActionsView = {
  /** Whether the acting admin may create admins. */
  createsAdmins: boolean;
  form: Parameters<typeof paths.adminUserAction>[1] | null;
  values: {
    reason: string;
    role: string;
    birth_date?: string;
    text?: string;
    category?: string;
    /** The ticked reports that led to a suspension. */
    upheld?: readonly string[];
  };
  /** The reports that the page of the refused form shows. */
  reports: readonly string[];
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

type Props = { user: UserDetails["user"]; view: UserActionsView };

/** An admin's actions on another user's account; admins cannot change their own. */
export function UserActions({
  file: { user, person, undo },
  view,
}: {
  file: UserDetails;
  view: UserActionsView;
}) {
  const { t, visitor } = usePage();
  if (visitor?.id === user.id) return <Notice>{t("users.user.own")}</Notice>;
  const findSubmitted = (form: UserActionsView["form"]) => (view.form === form ? view : null);
  return (
    <>
      <Resend user={user} />
      {user.disabledTs === null && !undo ? null : <Enable person={person} undo={undo} />}
      {/* Ctrl+Enter sends its form. */}
      <Enhanced name="decision-keys" immediate>
        <SuspendListingsPanel
          person={person}
          submitted={findSubmitted("suspend-listings")}
          reports={view.reports}
        />
      </Enhanced>
      <ReinstateListingsPanel person={person} />
      {user.canCreateAdmin && !view.createsAdmins ? (
        <Notice>{t("users.user.protected")}</Notice>
      ) : (
        <>
          <DisableAccountPanel person={person} submitted={findSubmitted("disable")} reports={view.reports} />
          <RoleForm user={user} view={view} />
          <BirthDateForm user={user} view={view} />
        </>
      )}
    </>
  );
}

function Resend({ user }: Pick<Props, "user">) {
  const { t, url } = usePage();
  const origin = useTaskOrigin();
  const mail = findPendingMail(user);
  if (!mail) return null;
  return (
    <section className="panel stack">
      <h2>{t("users.resend.heading")}</h2>
      <p className="small">{t(`users.resend.${mail}`)}</p>
      <ActionButton action={url(paths.adminUserAction(user.id, "resend", origin))} variant="secondary" wide>
        {t("users.resend.send")}
      </ActionButton>
    </section>
  );
}

function RoleForm({ user, view }: Props) {
  const { t } = usePage();
  const origin = useTaskOrigin();
  const roles = ROLES.filter((role) => role !== "a" || user.role === "a" || view.createsAdmins);
  return (
    <section className="panel stack">
      <h2>{t("users.role.heading")}</h2>
      <PostForm action={paths.adminUserAction(user.id, "role", origin)}>
        <RadioGroup
          name="role"
          label={t("users.role.label")}
          options={roles.map((role) => ({ value: role, label: t(`general.roles.${role}`) }))}
          value={view.form === "role" ? view.values.role : user.role}
          error={view.form === "role" ? view.errors.role : undefined}
        />
        {view.createsAdmins && user.role !== "a" ? (
          <NewAdminPassword error={view.form === "role" ? view.errors.password : undefined} />
        ) : null}
        {view.createsAdmins ? null : <p className="small muted">{t("users.role.noAdmins")}</p>}
        <SubmitButton variant="secondary">{t("users.role.save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

function BirthDateForm({ user, view }: Props) {
  const { t } = usePage();
  const origin = useTaskOrigin();
  const isSubmitted = view.form === "birth-date";
  return (
    <section className="panel stack">
      <h2>{t("users.birthDate.heading")}</h2>
      <PostForm action={paths.adminUserAction(user.id, "birth-date", origin)}>
        <BirthDateField
          name="birth_date"
          label={t("general.fields.birth_date")}
          help={t("users.birthDate.help")}
          value={isSubmitted ? view.values.birth_date : user.birthDate}
          error={isSubmitted ? view.errors.birth_date : undefined}
        />
        <SubmitButton variant="secondary">{t("users.birthDate.save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Names what comes back. Just after the account was disabled or enabled, it has the undo, which restores more. */
function Enable({
  person: { user, listings, hasMoreListings, promotions },
  undo,
}: Pick<UserDetails, "person" | "undo">) {
  const { t, url } = usePage();
  const published = listings.filter(({ state }) => state === "published");
  const origin = useTaskOrigin();
  return (
    <section className="panel stack">
      <h2>{t("users.enable.heading")}</h2>
      {undo ? (
        <>
          {user.disabledTs === null ? null : <p className="small">{t("users.disable.undoHelp")}</p>}
          <UndoForm undo={undo} {...origin} />
        </>
      ) : null}
      {user.disabledTs === null ? null : (
        <details className="stack">
          <summary>{t("users.enable.open")}</summary>
          <div className="stack small" id="enable-account">
            <p>{t(`users.enable.${user.disabledBy ?? "admin"}`)}</p>
            {published.length === 0 ? (
              <p>{t("users.enable.noListings")}</p>
            ) : (
              <>
                <p>{t("users.enable.listings")}</p>
                <ul>
                  {published.map(({ id, title, subject }) => (
                    <li key={id} className="break-anywhere">
                      {title || t(`general.subjects.${subject}`)}
                    </li>
                  ))}
                </ul>
                {hasMoreListings ? <p>{t("moderation.persons.moreListings")}</p> : null}
              </>
            )}
            {promotions > 0 ? <p>{t.count("users.enable.promotions", promotions)}</p> : null}
            <ActionButton
              action={url(paths.adminUserAction(user.id, "enable", origin))}
              variant="secondary"
              wide
            >
              {t("users.enable.do")}
            </ActionButton>
          </div>
        </details>
      )}
    </section>
  );
}
