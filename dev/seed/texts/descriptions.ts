import type { Location } from "@/shared/codes";
import type { Deck, Random } from "../random";
import sentences from "./descriptions.json";
import { fill, type Slots } from "./fill";
import type { Focus, SeedSubjectTexts } from "./subject-texts";

/** The kind of teacher, which determines the introduction. */
export type Persona = "school" | "university" | "student" | "practitioner" | "retired";

/** Sentences with slots (`fill.ts`). */
export const DESCRIPTIONS: {
  introductions: Record<Persona, string[]>;
  places: Record<Location, string[]>;
} & Record<"contents" | "methods" | "online" | "closings", string[]> = sentences;

export type DescriptionInput = {
  persona: Persona;
  focus: Focus;
  texts: SeedSubjectTexts;
  locations: readonly Location[];
  online: boolean;
};

/** Three to five paragraphs: introduction, content, method, place, closing. */
export function createDescription(random: Random, deck: Deck, input: DescriptionInput, slots: Slots): string {
  const { persona, texts, locations } = input;
  const { introductions, contents, methods, places, online, closings } = DESCRIPTIONS;
  const method = random.chance(60) ? deck(`method:${texts.code}`, texts.methods) : deck("method", methods);
  const where = locations.slice(0, 2).map((location) => deck(`place:${location}`, places[location]));
  if (input.online && (locations.length === 0 || random.chance(50))) where.push(deck("online", online));
  const paragraphs = [
    deck(`introduction:${persona}`, introductions[persona]),
    deck("content", contents),
    method,
    where.join(" "),
    ...(random.chance(75) ? [deck("closing", closings)] : []),
  ];
  // A second paragraph on the method to make some listings longer.
  if (random.chance(35)) paragraphs.splice(3, 0, deck("method", methods));
  return paragraphs.map((paragraph) => fill(paragraph, slots)).join("\n\n");
}
