import * as z from "zod/mini";
import { LOCALES } from "@/shared/i18n/locales";
import { dayField, emailField } from "./accounts";

/** The password that confirms a change; the schema doesn't check whether it is right. */
const currentPassword = z.string().check(z.minLength(1));

/** A new e-mail address; must differ from the current one. */
export const emailChangeSchema = ({ email }: { email: string }) =>
  z.object({
    email: emailField.check(z.refine((wanted) => wanted !== email, { error: "email_unchanged" })),
    current_password: currentPassword,
  });

/** `newPasswordSchema` validates the new password after the current one is checked. */
export const passwordChangeSchema = z.object({
  current_password: currentPassword,
  password: z.string().check(z.minLength(1)),
});

export const localeSchema = z.object({ locale: z.enum(LOCALES) });

export const birthDateSchema = z.object({ birth_date: dayField });
