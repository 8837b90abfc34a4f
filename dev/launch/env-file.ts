/**
 * Settings in the form of a .env file as wrangler reads it. Single quotes keep everything but a dollar sign, which
 * would be expanded; a value with a single quote goes into backticks.
 */
export function toEnvFile(vars: Record<string, string>): string {
  return Object.entries(vars)
    .map(([name, value]) => {
      const quote = value.includes("'") ? "`" : "'";
      return `${name}=${quote}${value.replaceAll("$", "\\$")}${quote}\n`;
    })
    .join("");
}
