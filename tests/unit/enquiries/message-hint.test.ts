import { expect, it } from "vitest";
import { isOnlyGreeting } from "@/features/enquiries/form/message-hint";

it("a message is only a greeting if it says nothing but hello or that its sender is interested", () => {
  for (const text of [
    "Bună ziua",
    "Bună!",
    "Salut, sunt interesată de anunț. Mulțumesc!",
    "Bună ziua, aș dori mai multe informații despre meditații. O zi bună!",
    "Hello, I'm interested in your lessons.",
    "???",
  ])
    expect(isOnlyGreeting(text), text).toBe(true);
  for (const text of [
    "Bună ziua, clasa a VIII-a",
    "Mai aveți locuri?",
    "Hello, are you free on Monday?",
    "80 lei?",
  ])
    expect(isOnlyGreeting(text), text).toBe(false);
});
