type LogValue = string | number | boolean | null | undefined;
type Without<K extends string> = { [key in K]?: never };

/**
 * Fields of an entry, named by the caller; secrets and personal data never go in. Alerts search for `event` and `level`,
 * so no field may have a name that the logger itself writes.
 */
export type LogFields = Record<string, LogValue> & Without<"ts" | "level" | "event" | "request_id">;
/** One JSON line per entry. */
export type Log = {
  info(event: string, fields?: LogFields): void;
  /** Something that an operator should look at, though the request went on. */
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields & Without<"error" | "cause" | "stack">): void;
};

/** `base` is part of every entry. */
export function createLog(base: { request_id?: string }): Log {
  const line = (level: string, event: string, fields: Record<string, LogValue> = {}) => {
    const head = { ts: new Date().toISOString(), level, event, ...base };
    // First for the reader, and last so that no field replaces it.
    return JSON.stringify({ ...head, ...fields, ...head });
  };
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
