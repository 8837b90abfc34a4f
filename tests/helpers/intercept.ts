import type { Bindings } from "@/env";
import type { TestApp } from "./app";

type Method = (...args: never[]) => unknown;

/** Replaces one method of a binding, in this app only. The replacement receives the real method, then the arguments. */
export function intercept(
  app: TestApp,
  binding: "DB" | "IMAGES" | "MEDIA",
  method: string,
  instead: (real: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown,
): void {
  const wrap = (target: object): object =>
    new Proxy(target, {
      get(_, name) {
        const real = Reflect.get(target, name) as Method;
        if (typeof real !== "function") return real;
        const bound = real.bind(target) as (...args: unknown[]) => unknown;
        if (name === method) return (...args: unknown[]) => instead(bound, ...args);
        // A database session is intercepted like the database.
        return name === "withSession" ? (...args: unknown[]) => wrap(bound(...args) as object) : bound;
      },
    });
  app.bindings = { ...app.bindings, [binding]: wrap(app.bindings[binding] as object) } as Bindings;
}

/** The image service throws this error from its nth use on, for a number of calls. */
export function failImages(
  app: TestApp,
  failure: object,
  { from = 1, times = Number.POSITIVE_INFINITY } = {},
): void {
  let used = 0;
  intercept(app, "IMAGES", "input", (real, ...args) => {
    used++;
    if (used < from || used >= from + times) return real(...args);
    return { transform: () => ({ output: () => Promise.reject(failure) }) };
  });
}

/** The image service's error with the given code. */
export const imagesFailure = (code?: number) => Object.assign(new Error("IMAGES_TRANSFORM_ERROR"), { code });

/** Silences the console during an expected failure, and returns the messages with the result. */
export async function captureErrors<T>(
  work: () => Promise<T>,
): Promise<{ outcome: T; complaints: string[] }> {
  const before = console.error;
  const complaints: string[] = [];
  console.error = (...args) => complaints.push(args.map(String).join(" "));
  try {
    return { outcome: await work(), complaints };
  } finally {
    console.error = before;
  }
}
