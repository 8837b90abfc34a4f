import { getDomain } from "tldts";
import { CONFIG_NAMES, parseConfig } from "@/env";
import { sharedDomain } from "@/shared/shared-domain";
import { localVars } from "./local-vars";
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

/**
 * Throws a UserError when API_BASE and SITE_URL are not same-site by the public suffix list: two hosts below `co.uk` or
 * `workers.dev` share only the suffix. The worker has no such list and checks the rest (src/env.ts).
 */
export function requireSameSite({ SITE_URL = "", API_BASE = "" }: Record<string, string>): void {
  if (!URL.canParse(SITE_URL) || !URL.canParse(API_BASE)) return;
  if (new URL(SITE_URL).hostname === new URL(API_BASE).hostname) return;
  const domain = sharedDomain(SITE_URL, API_BASE);
  if (domain !== null && getDomain(domain, { allowPrivateDomains: true }) !== null) return;
  throw new UserError(
    `API_BASE is of another site: ${API_BASE} must share the registered domain of SITE_URL (${SITE_URL}), as https://api.your.site shares that of https://your.site. Change it, or leave it empty.`,
  );
}
