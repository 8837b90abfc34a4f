import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { computeHourlyPrice } from "@/shared/schemas/listing";
import { published, rejected, unpublished } from "./listing-states";
import type { ListingRow } from "./listings";
import type { Random } from "./random";
import type { UserRow } from "./teachers";

/** The demo teacher's listings; two are named because other rows refer to them. */
export type DemoListings = { rows: ListingRow[]; mathematics: ListingRow; physics: ListingRow };

/** The demo teacher's listings: at least one in each state. */
export function createDemoListings(random: Random, teacher: UserRow, now: number): DemoListings {
  const listing = (
    fields: Partial<ListingRow> &
      Pick<ListingRow, "title" | "description" | "subject" | "state" | "createdTs" | "updatedTs">,
  ): ListingRow => {
    const price = fields.price ?? 12_000;
    const sessionMinutes = fields.sessionMinutes ?? 60;
    return {
      id: random.id(),
      ownerId: teacher.id,
      levels: ["h", "pb"],
      locations: ["th"],
      online: true,
      county: "cj",
      neighbourhood: "Zorilor",
      latitude: 46.7554,
      longitude: 23.5836,
      price,
      sessionMinutes,
      availability: ["1e", "2e", "3e", "4e", "5e", "6m"],
      formats: ["individual"],
      trial: "none",
      receipt: true,
      parentPresent: true,
      pricePerHour: computeHourlyPrice(price, sessionMinutes),
      ...fields,
    };
  };

  const mathematics = listing({
    title: "Matematică pentru Bac M1 și M2: înțelegem, apoi exersăm",
    description: [
      "Sunt profesor titular la un liceu din Cluj-Napoca și predau matematică de 14 ani. Am corectat la Bacalaureat în nouă sesiuni, așa că știu cum se dau punctele și, mai ales, cum se pierd.",
      "Lucrăm pe capitole: funcții, limite, derivate, integrale, matrice și sisteme, legi de compoziție. După fiecare capitol, elevul primește o fișă de o pagină și un set de exerciții pe trei niveluri.",
      "O dată pe lună facem o simulare completă, cu barem. Discutăm fiecare punct pierdut și îl trecem în „caietul de greșeli”, singurul lucru de recitit înainte de examen.",
      "Ne vedem la mine, în Zorilor, la zece minute de centru, sau online, cu tablă virtuală. Prima întâlnire este de cunoaștere și nu costă nimic.",
    ].join("\n\n"),
    subject: "m",
    price: 13_000,
    trial: "free",
    ...published(now - 9 * DAY_MS),
  });
  const physics = listing({
    title: "Fizică de liceu cu experimente simple și probleme bine alese",
    description: [
      "Predau fizică la liceu de 11 ani și cred că orice formulă trebuie întâi văzută. La lecții folosesc resorturi, lentile, o sursă și câteva rezistențe; apoi trecem la probleme.",
      "Acoperim mecanica, termodinamica, curentul continuu și optica, în ordinea de la școală sau după planul de Bacalaureat.",
      "Lecțiile sunt individuale sau în doi. Tema este scurtă și se corectează de fiecare dată.",
    ].join("\n\n"),
    subject: "p",
    levels: ["h", "pb", "pu"],
    locations: ["th", "tc"],
    price: 18_000,
    sessionMinutes: 90,
    formats: ["individual", "group"],
    ...published(now - 31 * DAY_MS),
  });
  const paused = listing({
    title: "Informatică pentru clasele IX–XII: C++ de la primul program",
    description:
      "Scriem cod de la prima lecție: vectori, matrice, șiruri, recursivitate. Elevul tastează, eu întreb. Reiau anunțul în ianuarie, când se eliberează două locuri.",
    subject: "i",
    levels: ["h"],
    ...published(now - 52 * DAY_MS, "paused"),
  });
  const expired = listing({
    title: "Logică pentru Bacalaureat în douăsprezece ședințe",
    description:
      "Silogisme, conversiuni, diagrame Venn, propoziții compuse: toată materia de Bacalaureat, în douăsprezece ședințe de 90 de minute, cu teste la fiecare două săptămâni.",
    subject: "l",
    levels: ["pb"],
    price: 15_000,
    sessionMinutes: 90,
    ...published(now - 97 * DAY_MS),
  });
  const pending = listing({
    title: "Matematică pentru Politehnică, în grupe de patru elevi",
    description:
      "Grupă mică, o dată pe săptămână, două ore: grile din culegerea Politehnicii, algebră, analiză și trigonometrie, cu cronometru și cu discuția fiecărei variante greșite.",
    subject: "m",
    county: "bn",
    neighbourhood: "Beclean",
    latitude: null,
    longitude: null,
    levels: ["pu"],
    locations: ["tc"],
    online: false,
    price: 16_000,
    sessionMinutes: 120,
    availability: ["6m"],
    formats: ["group"],
    ...unpublished("pending", now - 3 * HOUR_MS),
  });
  const rejectedListing = listing({
    title: "Meditații economie",
    description: "Ofer meditații la economie pentru liceu. Preț bun, program flexibil, rezultate garantate.",
    subject: "e",
    levels: ["h"],
    price: 9_000,
    ...rejected(
      now - 2 * DAY_MS,
      ["unclear"],
      "Descrieți, vă rugăm, ce lucrați la lecții și pentru ce clase. „Rezultate garantate” nu se poate promite; scoateți formularea.",
    ),
  });
  const draft = listing({
    title: "Geometrie pentru gimnaziu",
    description: "",
    subject: "m",
    levels: ["m", "pe"],
    county: null,
    neighbourhood: "",
    latitude: null,
    longitude: null,
    locations: [],
    online: false,
    availability: [],
    ...unpublished("draft", now - 26 * HOUR_MS),
  });
  draft.price = null;
  draft.pricePerHour = null;
  return {
    rows: [mathematics, physics, paused, expired, pending, rejectedListing, draft],
    mathematics,
    physics,
  };
}
