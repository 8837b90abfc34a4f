/** Lines of `wrangler dev` to hide: its banner, the table of bindings, request lines. */
const noise = [
  /^\s*⛅️ wrangler/,
  /^─+$/,
  /^Using secrets defined in/,
  /^\[custom build\] Running:/,
  /^The file .+ changed, restarting build/,
  /^Your Worker has access to the following bindings/,
  /^Binding\s+Resource/,
  /^env\.[A-Z_]+\b/,
  /^⎔ (Starting local server|Connection status updated)/,
  /^\[wrangler:info\] (✨ Parsed|Ready on|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/,
  /Scheduled Workers are not automatically triggered/,
  /^\s*To manually trigger a scheduled event, run:/,
  /^\s*curl "http:\/\/[^"]+\/cdn-cgi\/local\/scheduled"/,
  /^\s*For more details, see .*cron-triggers/,
  /^🪵\s+Logs were written to/u,
  /^\s*$/,
];

/** Passes on the worker's own lines, errors and reloads. */
export function filterWranglerOutput(onLine: (line: string) => void): (line: string) => void {
  return (line) => {
    if (!noise.some((pattern) => pattern.test(stripColour(line)))) onLine(line);
  };
}

function stripColour(line: string): string {
  return Bun.stripANSI(line);
}
