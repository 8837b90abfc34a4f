import { type FormEvent, useEffect, useRef } from "react";

/** A page that is still open this long after its form was submitted will stay: the navigation was aborted (ms). */
const NAVIGATION_MS = 10_000;

type Phase =
  | "idle"
  /** Waits for a running save of the draft. */
  | "waiting"
  /** Is about to be submitted by the script. */
  | "ready"
  | "submitted";

type Options = {
  /** Whether the button with this value may submit the form. Shows the user why not. */
  check(form: HTMLFormElement, intent: string | undefined): boolean;
  /** Whether a submit now could conflict with the form's own save. */
  isBusy(): boolean;
  /** Ends autosave after its running save. */
  close(): Promise<void>;
  /** The form was not submitted after all. */
  reopen(): void;
  onSubmitted(intent: string | undefined): void;
};

/** Submits a form natively and once, after a running save of its draft. */
export function useSubmitOnce(options: Options) {
  const current = useRef(options);
  current.current = options;
  const phase = useRef<Phase>("idle");
  const submittedAt = useRef(0);
  const pressedButton = useRef<HTMLElement | null>(null);

  const markSubmitted = (intent: string | undefined) => {
    phase.current = "submitted";
    submittedAt.current = Date.now();
    void current.current.close();
    current.current.onSubmitted(intent);
  };
  const reset = () => {
    phase.current = "idle";
    pressedButton.current?.removeAttribute("aria-busy");
    current.current.reopen();
  };
  const resetIfAborted = () => {
    if (phase.current === "submitted" && Date.now() - submittedAt.current > NAVIGATION_MS) reset();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; everything is read from refs
  useEffect(() => {
    // The browser restored the page from its back/forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    // Escape aborts the navigation.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && phase.current === "submitted") reset();
    };
    addEventListener("pageshow", onPageShow);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("pageshow", onPageShow);
      removeEventListener("keydown", onKeyDown);
    };
  }, []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = (submitter as HTMLButtonElement | null)?.value;
    if (phase.current === "ready") return markSubmitted(intent);
    resetIfAborted();
    if (phase.current !== "idle" || !current.current.check(form, intent)) return event.preventDefault();
    if (!current.current.isBusy()) return markSubmitted(intent);
    event.preventDefault();
    phase.current = "waiting";
    pressedButton.current = submitter;
    submitter?.setAttribute("aria-busy", "true");
    void current.current.close().finally(() => {
      if (phase.current !== "waiting") return;
      phase.current = "ready";
      form.requestSubmit(submitter);
    });
  };

  return {
    onSubmit,
    /** Call after each input: a page that can still be edited long after a submit was not left. */
    resetIfAborted,
  };
}
