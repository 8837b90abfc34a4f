type LogValue = string | number | boolean | null | undefined;
type Without<K extends string> = { [key in K]?: never };

/**
 * Fields of an entry, named by the caller; secrets and personal data never go in. Searches use `event`, `level` and
 * `alert`, so no field may have a name that the logger itself writes.
 */
export type LogFields = Record<string, LogValue> & Without<"ts" | "level" | "event" | "alert" | "request_id">;
/** One JSON line per entry. */
export type Log = {
  info(event: string, fields?: LogFields): void;
  /** The request continued, but an operator should check the cause. */
  warn(event: string, fields?: LogFields): void;
  /** An operator must act now. `name` is the entry's event and its `alert`; docs/production.md says what to do. */
  alert(name: string, fields?: LogFields): void;
  /** Every error is an alert too. */
  error(event: string, error: unknown, fields?: LogFields & Without<"error" | "cause" | "stack">): void;
};

/** `base` is part of every entry. */
export function createLog(base: { request_id?: string }): Log {
  const formatEntry = (
    level: string,
    event: string,
    fields: Record<string, LogValue> = {},
    alert?: string,
  ) => {
    const head = { ts: new Date().toISOString(), level, event, ...(alert ? { alert } : {}), ...base };
    // First for readers, last so that no field overwrites it.
    return JSON.stringify({ ...head, ...fields, ...head });
  };
  return {
    info: (event, fields) => console.log(formatEntry("info", event, fields)),
    warn: (event, fields) => console.warn(formatEntry("warn", event, fields)),
    alert: (name, fields) => console.warn(formatEntry("warn", name, fields, name)),
    error: (event, error, fields) => {
      const known = error instanceof Error ? error : new Error(String(error));
      const cause = known.cause instanceof Error ? withoutValues(known.cause.message) : undefined;
      console.error(
        formatEntry(
          "error",
          event,
          { ...fields, error: withoutValues(known.message), cause, stack: getStackWithoutValues(known) },
          "error",
        ),
      );
    },
  };
}

/** The error of a failed query contains its parameters (`params: …`): addresses, hashes, texts of users. */
const withoutValues = (message: string): string => message.replace(/^params: .*/ms, "params: …");

/** A value may look like a frame, so the frames are what follows the message. Without the message there are none. */
function getStackWithoutValues({ message, stack = "" }: Error): string {
  const start = stack.indexOf(message);
  const end = start === -1 ? stack.length : start + message.length;
  return withoutValues(stack.slice(0, end)) + stack.slice(end);
}
