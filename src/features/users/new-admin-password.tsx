import { PasswordField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** The acting admin's password, in a form that can make an admin. The style sheet hides it for other roles. */
export function NewAdminPassword({ error }: { error: string | undefined }) {
  const { t } = usePage();
  return (
    <div className="new-admin-password">
      <PasswordField
        name="password"
        label={t("users.role.password")}
        help={t("users.role.passwordHelp")}
        error={error}
        autoComplete="current-password"
      />
    </div>
  );
}
