import { CONFIG_NAMES, parseConfig } from "@/env";
import { localVars } from "./local-vars";
import { requireSameSite } from "./same-site";
import { Complaint, type LocalSettings } from "./settings";

/** The settings of this run, checked as the worker checks them. Throws a Complaint that names the variable. */
export function checkedVars(settings: LocalSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const vars = localVars(settings, CONFIG_NAMES, env);
  try {
    parseConfig(vars);
  } catch (error) {
    throw new Complaint((error as Error).message);
  }
  requireSameSite(vars);
  return vars;
}
