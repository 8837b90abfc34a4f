import { CONFIG_NAMES, parseConfig } from "@/env";
import { localVars } from "./local-vars";
import { requireSameSite } from "./same-site";
import { type LocalSettings, UserError } from "./settings";

/** The settings of this run, checked as the worker checks them. Throws a UserError that names the variable. */
export function checkedVars(settings: LocalSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const vars = localVars(settings, CONFIG_NAMES, env);
  try {
    parseConfig(vars);
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  requireSameSite(vars);
  return vars;
}
