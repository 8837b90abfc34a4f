import { parseArgs } from "node:util";
import { isLocale } from "@/shared/i18n/locales";
import { emailField, NAME_LENGTH } from "@/shared/schemas/accounts";
import { UserError } from "./settings";

/** @throws UserError that names the wrong argument */
export function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        "first-name": { type: "string", default: "" },
        "last-name": { type: "string", default: "" },
        locale: { type: "string", default: "ro" },
        promote: { type: "boolean", default: false },
        remote: { type: "boolean", default: false },
      },
    });
    const [address, ...others] = positionals;
    const email = emailField.safeParse(address ?? "");
    if (!email.success || others.length > 0) throw new Error("Give one email address.");
    const { locale, remote, promote, "first-name": firstName, "last-name": lastName } = values;
    if (!isLocale(locale)) throw new Error(`Unknown language "${locale}".`);
    if ([firstName, lastName].some((name) => name.length > NAME_LENGTH))
      throw new Error("That name is too long.");
    return { remote, promote, admin: { email: email.data, firstName, lastName, locale } };
  } catch (error) {
    throw new UserError(`${(error as Error).message} See bun run admin:create --help.`);
  }
}
