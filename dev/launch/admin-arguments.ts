import { parseArgs } from "node:util";
import { isLocale } from "@/shared/i18n/locales";
import { emailField, NAME_LENGTH } from "@/shared/schemas/accounts";
import { UserError } from "./settings";

const USAGE = `Usage: bun run admin:create EMAIL [--first-name NAME] [--last-name NAME] [--locale en|ro] [--promote] [--remote]
  --promote  makes an admin of an account that is there
  --remote   on the deployed site, as wrangler is signed in; else on this machine's data (DATA_DIR)`;

/** @throws UserError that says how it is used */
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
    const [given, ...others] = positionals;
    const email = emailField.safeParse(given ?? "");
    if (!email.success || others.length > 0) throw new Error("It takes one e-mail address.");
    const { locale, remote, promote, "first-name": firstName, "last-name": lastName } = values;
    if (!isLocale(locale)) throw new Error(`There is no language "${locale}".`);
    if ([firstName, lastName].some((name) => name.length > NAME_LENGTH))
      throw new Error("That name is too long.");
    return { remote, promote, admin: { email: email.data, firstName, lastName, locale } };
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n${USAGE}`);
  }
}
