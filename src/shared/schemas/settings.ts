import * as z from "zod";
import { LOCALES } from "@/shared/i18n/locales";
import { dayField, emailField } from "./accounts";

/** The password that confirms a change of one's account: whether it is the right one is not the schema's to say. */
const currentPassword = z.string().min(1);

/** Where one's mail is to go from now on. The present address is no change. */
export const emailChangeSchema = ({ email }: { email: string }) =>
  z.object({
    email: emailField.refine((wanted) => wanted !== email, { error: "email_unchanged" }),
    current_password: currentPassword,
  });

/** The new password is read by `newPasswordSchema`, once the current one is known to be right. */
export const passwordChangeSchema = z.object({
  current_password: currentPassword,
  password: z.string().min(1),
});

export const localeSchema = z.object({ locale: z.enum(LOCALES) });

export const birthDateSchema = z.object({ birth_date: dayField });
