import { faker } from "@faker-js/faker/locale/ro";
import { DAY_MS } from "@/shared/dates";

/** Random values from one generator with a fixed start, so that the seed is the same on each machine. */
export function createRandom(start: number) {
  faker.seed(start);
  const int = (min: number, max: number): number => faker.number.int({ min, max });
  const pick = <T>(choices: readonly T[]): T => faker.helpers.arrayElement(choices as T[]);
  return {
    /** Both ends included. */
    int,
    pick,
    /** True in `percent` % of calls. */
    chance: (percent: number): boolean => int(1, 100) <= percent,
    /** `count` different choices, in random order. */
    sample: <T>(choices: readonly T[], count: number): T[] =>
      faker.helpers.arrayElements(choices as T[], count),
    shuffle: <T>(choices: readonly T[]): T[] => faker.helpers.shuffle(choices as T[]),
    /** A choice by weight. */
    weighted: <T>(choices: readonly (readonly [T, number])[]): T =>
      faker.helpers.weightedArrayElement(choices.map(([value, weight]) => ({ value, weight }))),
    /** An id as src/shared/ids.ts creates it. */
    id: (): string => faker.string.fromCharacters("0123456789abcdefghjkmnpqrstvwxyz", 16),
    /** A round clock time on the day `days` days before `now`; ms. */
    daysAgo: (now: number, days: number): number => now - days * DAY_MS - int(0, 20) * 1_260_000,
  };
}

export type Random = ReturnType<typeof createRandom>;

/**
 * Draws from a list without repeats until all of it was used, so that neighbours on a page differ.
 */
export function createDeck(random: Random) {
  const piles = new Map<string, unknown[]>();
  return <T>(name: string, choices: readonly T[]): T => {
    let pile = piles.get(name) as T[] | undefined;
    if (!pile || pile.length === 0) {
      pile = random.shuffle(choices);
      piles.set(name, pile);
    }
    return pile.pop() as T;
  };
}

export type Deck = ReturnType<typeof createDeck>;
