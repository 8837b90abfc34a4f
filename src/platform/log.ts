/** One JSON line per entry. Fields are named by the caller; secrets and personal data never go in. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = {
  info(event: string, fields?: LogFields): void;
  /** Something that an operator should look at, though the request went on. */
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
};

export function createLog(base: LogFields): Log {
  const line = (level: string, event: string, fields: LogFields = {}) =>
    JSON.stringify({ ts: new Date().toISOString(), level, event, ...base, ...fields });
  return {
    info: (event, fields) => console.log(line("info", event, fields)),
    warn: (event, fields) => console.warn(line("warn", event, fields)),
    error: (event, error, fields) => {
      const known = error instanceof Error ? error : new Error(String(error));
      const cause = known.cause instanceof Error ? known.cause.message : undefined;
      console.error(
        line("error", event, {
          ...fields,
          error: withoutValues(known.message),
          cause,
          stack: withoutValues(known.stack ?? ""),
        }),
      );
    },
  };
}

/** A failed query's error says the values that it was given (`params: …`): addresses, hashes, people's words. */
const withoutValues = (text: string): string =>
  text.replace(/^params: .*?(?=\n {4}at |$(?![\s\S]))/gms, "params: …");
