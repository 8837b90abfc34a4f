import { type FormEvent, useEffect, useRef } from "react";

/** How long (ms) a form waits for its draft before it is sent. */
const MOST_WAITING_MS = 2000;
/** How long (ms) a form that was sent is taken to be on its way; if it is still here then, its journey was broken off. */
const ON_ITS_WAY_MS = 10_000;

type Phase =
  | "idle"
  /** Held back until its draft is settled. */
  | "waiting"
  /** Settled, and about to be sent automatically. */
  | "ready"
  | "sent";

type Options = {
  /** Whether a press of the button with this value may send the form. Tells the user why not. */
  check(form: HTMLFormElement, intent: string | undefined): boolean;
  /** Whether the form would meet its own draft if it were sent now. */
  isBusy(): boolean;
  /** Ends autosave within `ms`. */
  close(ms: number): Promise<void>;
  /** The form was not sent after all. */
  reopen(): void;
  /** The form is being sent. */
  onSent(intent: string | undefined): void;
};

/** Sends a form natively and once, whatever the state of its draft. Each press sends it within a moment. */
export function useSubmit(options: Options) {
  const now = useRef(options);
  now.current = options;
  const phase = useRef<Phase>("idle");
  const sentAt = useRef(0);
  const pressed = useRef<HTMLElement | null>(null);

  const go = (intent: string | undefined) => {
    phase.current = "sent";
    sentAt.current = Date.now();
    void now.current.close(0);
    now.current.onSent(intent);
  };
  const reset = () => {
    phase.current = "idle";
    pressed.current?.removeAttribute("aria-busy");
    now.current.reopen();
  };
  const resetIfBrokenOff = () => {
    if (phase.current === "sent" && Date.now() - sentAt.current > ON_ITS_WAY_MS) reset();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as all of it is read from refs
  useEffect(() => {
    // The form came back out of the browser's memory of pages.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    // Escape breaks the journey off.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && phase.current === "sent") reset();
    };
    addEventListener("pageshow", onShow);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pageshow", onShow);
      removeEventListener("keydown", onKey);
    };
  }, []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = (submitter as HTMLButtonElement | null)?.value;
    if (phase.current === "ready") return go(intent);
    resetIfBrokenOff();
    if (phase.current !== "idle" || !now.current.check(form, intent)) return event.preventDefault();
    if (!now.current.isBusy()) return go(intent);
    event.preventDefault();
    phase.current = "waiting";
    pressed.current = submitter;
    submitter?.setAttribute("aria-busy", "true");
    void now.current.close(MOST_WAITING_MS).finally(() => {
      if (phase.current !== "waiting") return;
      phase.current = "ready";
      form.requestSubmit(submitter);
    });
  };

  return {
    onSubmit,
    /** Something was typed: if the form should have been gone by now, it is not going. */
    typed: resetIfBrokenOff,
  };
}
