import { ROLES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { NAME_LENGTH } from "@/shared/schemas/accounts";
import { AdminPage } from "@/ui/admin-page";
import { BirthDateField, EmailField, type FormErrors, PostForm, RadioGroup, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { NewAdminPassword } from "./new-admin-password";

/** The form's fields, named as in `specialUserSchema`. */
export const CREATE_USER_FIELDS = ["email", "first_name", "last_name", "birth_date", "role"] as const;
export type CreateUserValues = Record<(typeof CREATE_USER_FIELDS)[number], string>;
export const NO_USER_VALUES: CreateUserValues = {
  email: "",
  first_name: "",
  last_name: "",
  birth_date: "",
  role: "",
};

/** The form that creates an account. The new user gets a link to choose a password. */
export function CreateUserPage({
  values,
  createsAdmins,
  errors = {},
  message = null,
}: {
  values: CreateUserValues;
  /** Whether the acting admin may create admins. */
  createsAdmins: boolean;
  errors?: FormErrors;
  message?: string | null;
}) {
  const { t } = usePage();
  const roles = ROLES.filter((role) => role !== "a" || createsAdmins);
  return (
    <AdminPage
      narrow
      parent={{ label: t("users.list.heading"), href: paths.adminUsers() }}
      heading={t("users.create.heading")}
      lead={t("users.create.lead")}
    >
      <PostForm
        action={paths.adminCreateUser()}
        autoComplete="off"
        errors={errors}
        message={message}
        submit={t("users.create.do")}
      >
        <EmailField
          name="email"
          label={t("accounts.fields.email")}
          value={values.email}
          error={errors.email}
        />
        <TextField
          name="first_name"
          label={t("accounts.fields.firstName")}
          value={values.first_name}
          error={errors.first_name}
          maxLength={NAME_LENGTH}
        />
        <TextField
          name="last_name"
          label={t("accounts.fields.lastName")}
          value={values.last_name}
          error={errors.last_name}
          maxLength={NAME_LENGTH}
        />
        <BirthDateField
          name="birth_date"
          label={t("accounts.fields.birthDate")}
          value={values.birth_date}
          error={errors.birth_date}
          optional
        />
        <RadioGroup
          name="role"
          label={t("users.role.heading")}
          options={roles.map((role) => ({ value: role, label: t(`general.roles.${role}`) }))}
          value={values.role || "u"}
          error={errors.role}
        />
        {createsAdmins ? <NewAdminPassword error={errors.password} /> : null}
      </PostForm>
    </AdminPage>
  );
}
